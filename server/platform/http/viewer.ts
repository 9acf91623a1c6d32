/** The signed-in user of a request. */
export type Viewer = {
  userId: string;
  email: string;
  emailVerifiedAt: Date | null;
  isAdmin: boolean;
  creatorId: number | null;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Resolves the session once per request; null when signed out. */
    findViewer(): Promise<Viewer | null>;
  }
}
