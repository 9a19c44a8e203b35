import FoundationEssentials

/// A post in Tern's JSON Lines format.
struct TernLine: Encodable {
  struct Author: Encodable {
    let handle: String
    let name: String
  }

  struct Counts: Encodable {
    let replies: Int
    let reposts: Int
    let likes: Int
  }

  let id: String
  let author: Author
  let createdAt: String
  let text: String
  let url: String
  let counts: Counts

  init(_ post: SamplePost) {
    id = post.marker
    author = Author(handle: post.handle, name: post.name)
    createdAt = post.date.ISO8601Format()
    text = post.text
    url = "https://example.com/" + post.marker
    counts = Counts(replies: post.index % 4, reposts: post.index % 7, likes: post.index % 23)
  }
}
