export function leftOutBy(group: string | undefined): readonly string[];
