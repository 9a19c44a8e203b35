import Domain

/// What a format makes of one element of a file.
enum PostReading {
  case post(Post)
  /// Nothing that belongs into a timeline, and nothing lost.
  case nothing
  /// What it should have been, as a noun phrase: “a post with an id”.
  case unreadable(expected: String)
}

/// Gathers a file's posts one by one, and what could not be read between them.
struct PostCollector {
  private(set) var posts: [Post] = []
  private(set) var skippedCount = 0
  private(set) var firstDamage: JSONError?

  /// Reads an array of posts. Damage within an element costs that element. Throws where the file cannot be followed
  /// any further; the posts up to there stay.
  mutating func collectArray(
    _ reader: inout JSONReader, _ read: (JSONValue) -> PostReading
  ) throws(JSONError) {
    guard reader.takes("[") else { throw reader.error(expected: "[") }
    if reader.takes("]") { return }
    repeat {
      _ = reader.next
      var start = reader.position
      do throws(JSONError) {
        let value = try reader.readValue()
        start = reader.position
        add(read(value), at: value)
        guard reader.next == UInt8(ascii: ",") || reader.next == UInt8(ascii: "]") else {
          throw reader.error(expected: "a comma or ]")
        }
      } catch {
        guard reader.recover(from: start) else { throw error }
        noteDamage(error)
      }
    } while reader.takes(",")
    _ = reader.takes("]")
  }

  mutating func add(_ reading: PostReading, at value: JSONValue) {
    switch reading {
    case .post(let post): posts.append(post)
    case .nothing: break
    case .unreadable(let expected): noteDamage(JSONError(offset: value.offset, expected: expected))
    }
  }

  mutating func append(_ more: [Post]) {
    posts += more
  }

  mutating func noteDamage(_ error: JSONError) {
    skippedCount += 1
    firstDamage = firstDamage ?? error
  }

  /// The posts gathered so far, to make room for another timeline's.
  mutating func takePosts() -> [Post] {
    defer { posts = [] }
    return posts
  }

  /// What was skipped, for a file of which `count` posts were read. Throws where damage has left none.
  func skipped(in file: SourceFile, beside count: Int) throws(TimelineError) -> SkippedPosts? {
    guard let firstDamage else { return nil }
    let place = file.place(of: firstDamage)
    guard count > 0 else { throw .fileDamaged(place) }
    return SkippedPosts(count: skippedCount, first: place)
  }
}
