import Benchmarking
import ProgramSupport
import Testing

struct SamplePostTests {
  private let posts = SamplePost.timeline(count: 200)

  @Test func `The same count gives the same posts`() throws {
    #expect(try TimelineFiles.ternLines(posts) == TimelineFiles.ternLines(SamplePost.timeline(count: 200)))
  }

  @Test func `A longer timeline starts with the shorter one`() {
    #expect(SamplePost.timeline(count: 300).prefix(200).map(\.text) == posts.map(\.text))
  }

  @Test func `Posts have 20 to 280 characters and are sorted by date`() {
    #expect(posts.allSatisfy { (20...280).contains($0.text.count) })
    #expect(zip(posts, posts.dropFirst()).allSatisfy { $0.date > $1.date })
  }

  @Test func `Each post has a unique marker`() {
    #expect(posts.allSatisfy { $0.text.hasPrefix($0.marker + " ") })
    #expect(Set(posts.map(\.marker)).count == 200)
  }

  @Test func `Tern reads all posts in order`() async throws {
    let folder = TemporaryFolder()
    try folder.write(TimelineFiles.ternLines(posts), to: "posts.jsonl")
    let outcome = try await Tern.run(["list", "--format", "jsonl", folder.path(of: "posts.jsonl")])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(zip(lines, posts).allSatisfy { $0.contains("\"\($1.marker)\"") })
    #expect(outcome.errors.isEmpty)
  }
}
