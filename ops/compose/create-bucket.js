// Creates the bucket of the exports, as soon as the store answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_BUCKET: Bucket, S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = process.env;
const credentials = {
  accessKeyId: process.env.S3_ACCESS_KEY_ID,
  secretAccessKey: process.env.S3_SECRET_ACCESS_KEY,
};
const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });

for (let attempt = 1; ; attempt++) {
  try {
    await s3.send(new CreateBucketCommand({ Bucket }));
    break;
  } catch (error) {
    const exists = await s3.send(new HeadBucketCommand({ Bucket })).catch(() => undefined);
    if (exists) break;
    if (attempt === 60) throw error;
    await sleep(1_000);
  }
}
