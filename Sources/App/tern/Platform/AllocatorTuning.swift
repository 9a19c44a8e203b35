import CGlibc

/// Settings of the allocator that reduce unused memory.
enum AllocatorTuning {
  /// In bytes. More free memory than this at the end of the heap is returned to the system. By default the limit grows
  /// to twice the largest block that was ever freed.
  private static let trimThreshold: Int32 = 64 << 10
  /// In bytes. The heap grows by this much more than needed.
  private static let growth: Int32 = 16 << 10

  /// Makes all threads share two arenas. By default there is one per thread, up to eight per processor, and memory
  /// freed in one arena is not available to the others.
  ///
  /// Not used for imports: their two threads allocate all the time and would block each other in a shared arena, which
  /// costs a third of the time. To be called before any other thread is started.
  static func limitPools() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_TRIM_THRESHOLD, trimThreshold)
    mallopt(M_TOP_PAD, growth)
  }
}
