/// The cache of an account at a server.
public typealias TimelineCache = OverviewCache & PageCache & CachedPosts & ActionCache & PublishingCache
