import FoundationEssentials

/// Pages are put together of what the accounts have found, entry by entry.
extension AccountMatches {
  func page(_ number: Int, limit: Int) async throws(TimelineError) -> TimelinePage {
    let (known, generation) = state.withLock { state in
      (state.beginnings.indices.contains(number) ? state.beginnings[number] : nil, state.generation)
    }
    guard let beginning = known else { return TimelinePage() }
    var (places, taken) = (beginning.places, beginning.taken)
    var posts: [Post] = []
    let length = beginning.length ?? max(0, limit)
    while posts.count < length {
      var newest: (index: Int, post: Post, date: Date)?
      for index in places.indices {
        guard let post = try await next(&places[index], of: index, besides: &taken) else { continue }
        // What has no date stands where its account has it.
        let date = post.timelineDate ?? .distantFuture
        if newest.map({ date > $0.date }) ?? true { newest = (index, post, date) }
      }
      guard let newest else { break }
      posts.append(newest.post)
      if accounts.count > 1 { taken.take(newest.post, of: newest.index) }
      places[newest.index].skipped += 1
    }
    var hasMore = false
    for index in places.indices {
      if try await next(&places[index], of: index, besides: &taken) != nil { hasMore = true }
    }
    let next = Beginning(places: places, offset: beginning.offset + posts.count, taken: taken)
    state.withLock { state in
      guard state.generation == generation, state.beginnings.indices.contains(number) else { return }
      state.beginnings[number].length = posts.count
      state.doubles = max(state.doubles, taken.doubles)
      state.isWhole = state.isWhole || !hasMore
      if hasMore, state.beginnings.count == number + 1 { state.beginnings.append(next) }
    }
    return TimelinePage(
      posts: posts, newer: number > 0 ? PageCursor("\(number - 1)") : nil,
      older: hasMore ? PageCursor("\(number + 1)") : nil, offset: beginning.offset)
  }

  /// The entry at a place, which is moved on beyond what another account has given already.
  private func next(
    _ place: inout Place, of index: Int, besides taken: inout DuplicateFilter
  ) async throws(TimelineError) -> Post? {
    while let post = try await next(&place, of: index) {
      guard taken.isDouble(post, of: index) else { return post }
      taken.doubles += 1
      place.skipped += 1
    }
    return nil
  }

  /// The entry at a place, which is moved on to the next chunk where one has ended.
  private func next(_ place: inout Place, of index: Int) async throws(TimelineError) -> Post? {
    while !place.isAtEnd {
      guard let chunk = try await chunk(after: place.start, of: index) else {
        place.isAtEnd = true
        return nil
      }
      if place.skipped < chunk.posts.count { return chunk.posts[place.skipped] }
      if let older = chunk.older, older != place.start { place = Place(start: older) } else { place.isAtEnd = true }
    }
    return nil
  }

  /// - Returns: nil where the account cannot be read, or not on from there.
  private func chunk(after start: PageCursor?, of index: Int) async throws(TimelineError) -> Chunk? {
    let (standing, last, end) = state.withLock { ($0.standings[index], $0.chunks[index], $0.ends[index]) }
    guard case .found(let first, _) = standing else { return nil }
    guard let start else { return first }
    if let last, last.start == start { return last }
    if end?.start == start { return nil }
    do throws(TimelineError) {
      let page = try await accounts[index].search.matches(
        of: query, at: .older(than: start), limit: chunkLength, .cached)
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
