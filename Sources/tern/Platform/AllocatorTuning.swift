import CMalloc

/// How the allocator holds what nobody uses.
enum AllocatorTuning {
  /// In bytes. What is free at the end of a pool goes back to the system from here on: by itself the allocator keeps
  /// twice as much as the largest piece that was ever freed.
  private static let kept: Int32 = 64 << 10
  /// In bytes. So much more than is needed is taken from the system at a time.
  private static let taken: Int32 = 16 << 10

  /// All threads share two pools of it. By itself the allocator makes as many as there are threads at once, up to eight a
  /// processor, and what a busy moment has left free in one of them is of no use to the others.
  ///
  /// An import is left as it is: its two threads ask for memory all the time, and would wait for each other in a pool that
  /// they share, for a third of the time that it takes. To be called before there are further threads.
  static func limitPools() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_TRIM_THRESHOLD, kept)
    mallopt(M_TOP_PAD, taken)
  }
}
