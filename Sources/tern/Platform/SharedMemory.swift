import CMalloc

/// How the allocator holds what nobody uses.
enum SharedMemory {
  /// All threads share two pools of it. By itself the allocator makes as many as there are threads at once, up to eight a
  /// processor, and what a busy moment has left free in one of them is of no use to the others.
  ///
  /// An import is left as it is: its two threads ask for memory all the time, and would wait for each other in a pool that
  /// they share, for a third of the time that it takes. To be called before there are further threads.
  static func limitPools() {
    mallopt(M_ARENA_MAX, 2)
  }
}
