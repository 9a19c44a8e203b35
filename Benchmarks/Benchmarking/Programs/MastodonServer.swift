import FoundationEssentials
import Glibc

/// A server on this machine that speaks as much of Mastodon's API as reading a timeline needs. It ends with this object,
/// and with the program at the latest: it reads from a pipe that then closes.
final class MastodonServer {
  let address: String
  private let pipe: Pipe

  /// - Parameter posts: as many as the timeline holds.
  init(posts: Int, _ workshop: Workshop) throws {
    guard let python = workshop.find("python3") else {
      throw BenchmarkError("there is no python3 to serve posts with")
    }
    let file = try workshop.write(
      TimelineFiles.ternLines(SamplePost.timeline(count: posts)), to: "mastodon/\(posts).jsonl")
    let port = workshop.path("mastodon/\(posts).port")
    pipe = try Pipe(
      to: [python, workshop.script("Mastodon/server.py"), file, port].map(workshop.quoted).joined(separator: " "))
    for _ in 0..<100 {
      if let data = FileManager.default.contents(atPath: port), !data.isEmpty {
        address = "http://127.0.0.1:" + String(decoding: data, as: UTF8.self)
        return
      }
      usleep(50_000)
    }
    throw BenchmarkError("the server of posts does not begin")
  }
}
