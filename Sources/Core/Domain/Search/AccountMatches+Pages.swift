import FoundationEssentials

/// Builds pages by merging the results of all accounts entry by entry.
extension AccountMatches {
  func page(_ number: Int, limit: Int) async throws(TimelineError) -> TimelinePage {
    let (known, generation) = state.withLock { state in
      (state.pageStarts.indices.contains(number) ? state.pageStarts[number] : nil, state.generation)
    }
    guard let pageStart = known else { return TimelinePage() }
    var (offsets, seen) = (pageStart.offsets, pageStart.seen)
    var posts: [Post] = []
    let length = pageStart.length ?? max(0, limit)
    while posts.count < length {
      var newest: (index: Int, post: Post, date: Date)?
      for index in offsets.indices {
        guard let post = try await next(&offsets[index], of: index, excluding: &seen) else { continue }
        // An undated entry comes directly after the previous entry of its account.
        let date = post.timelineDate ?? .distantFuture
        if newest.map({ date > $0.date }) ?? true { newest = (index, post, date) }
      }
      guard let newest else { break }
      posts.append(newest.post)
      if accounts.count > 1 { seen.record(newest.post, of: newest.index) }
      offsets[newest.index].skipped += 1
    }
    var hasMore = false
    for index in offsets.indices {
      if try await next(&offsets[index], of: index, excluding: &seen) != nil { hasMore = true }
    }
    let next = PageStart(offsets: offsets, offset: pageStart.offset + posts.count, seen: seen)
    state.withLock { state in
      guard state.generation == generation, state.pageStarts.indices.contains(number) else { return }
      state.pageStarts[number].length = posts.count
      state.duplicates = max(state.duplicates, seen.duplicateCount)
      state.isComplete = state.isComplete || !hasMore
      if hasMore, state.pageStarts.count == number + 1 { state.pageStarts.append(next) }
    }
    return TimelinePage(
      posts: posts, newer: number > 0 ? PageCursor("\(number - 1)") : nil,
      older: hasMore ? PageCursor("\(number + 1)") : nil, offset: pageStart.offset)
  }

  /// The next entry of an account that no other account has already contributed. Advances `offset` past duplicates, but
  /// not past the returned entry.
  private func next(
    _ offset: inout ResultOffset, of index: Int, excluding seen: inout DuplicateFilter
  ) async throws(TimelineError) -> Post? {
    while let post = try await next(&offset, of: index) {
      guard seen.isDuplicate(post, of: index) else { return post }
      seen.duplicateCount += 1
      offset.skipped += 1
    }
    return nil
  }

  /// The next entry of an account. Advances `offset` to the next chunk at the end of one, but not past the returned
  /// entry.
  private func next(_ offset: inout ResultOffset, of index: Int) async throws(TimelineError) -> Post? {
    while !offset.isAtEnd {
      guard let chunk = try await chunk(after: offset.start, of: index) else {
        offset.isAtEnd = true
        return nil
      }
      if offset.skipped < chunk.posts.count { return chunk.posts[offset.skipped] }
      if let older = chunk.older, older != offset.start {
        offset = ResultOffset(start: older)
      } else {
        offset.isAtEnd = true
      }
    }
    return nil
  }

  /// The chunk at a cursor; nil for the newest. Loads it if it is neither the first nor the last one loaded.
  /// - Returns: nil if the account is still waiting, or the request failed.
  /// - Throws: `cancelled` if the task was cancelled.
  private func chunk(after start: PageCursor?, of index: Int) async throws(TimelineError) -> Chunk? {
    let (status, last, end) = state.withLock { ($0.statuses[index], $0.chunks[index], $0.ends[index]) }
    guard case .found(let first, _) = status else { return nil }
    guard let start else { return first }
    if let last, last.start == start { return last }
    if end?.start == start { return nil }
    do throws(TimelineError) {
      let page = try await accounts[index].search.matches(
        of: query, PageRequest(.older(than: start), limit: chunkLength))
      let chunk = Chunk(start: start, posts: page.posts, older: page.older)
      state.withLock { $0.chunks[index] = chunk }
      return chunk
    } catch .cancelled {
      throw .cancelled
    } catch {
      state.withLock { $0.ends[index] = (start, error) }
      return nil
    }
  }
}
