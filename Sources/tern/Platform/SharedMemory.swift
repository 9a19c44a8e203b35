import CMalloc

/// How the allocator holds what nobody uses.
enum SharedMemory {
  /// All threads share two pools of it. By itself the allocator makes as many as there are threads at once, up to eight a
  /// processor, and what a busy moment has left free in one of them is of no use to the others.
  static func limitPools() {
    mallopt(M_ARENA_MAX, 2)
  }
}
