import FoundationEssentials
import Glibc

/// A server on this machine that speaks as much of Mastodon's API as reading a timeline needs. It ends with this object,
/// and with the program at the latest: it reads from a pipe that then closes.
final class MastodonServer {
  let address: String
  private let pipe: Pipe
  private let counts: String
  private var counted = 0

  /// What was asked, and how long the answers were.
  struct Traffic {
    var requests: Int
    var bytes: Int
  }

  /// - Parameter posts: as many as the timeline holds.
  init(posts: Int, _ workshop: Workshop) throws {
    guard let python = workshop.find("python3") else {
      throw BenchmarkError("there is no python3 to serve posts with")
    }
    let file = try workshop.write(
      TimelineFiles.ternLines(SamplePost.timeline(count: posts)), to: "mastodon/\(posts).jsonl")
    let port = workshop.path("mastodon/\(posts).port")
    counts = port + ".counts"
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

  /// New posts come, which streams tell.
  /// - Parameter rate: in a second; nil is all at once.
  func emit(_ count: Int, rate: Int? = nil) { pipe.write("emit \(count) \(rate ?? 0)") }

  /// Each answer takes so many seconds from now on.
  func delay(_ seconds: Double) { pipe.write("delay \(seconds)") }

  /// Whether somebody listens at its port.
  func listens(_ isOpen: Bool) {
    pipe.write(isOpen ? "open" : "close")
    usleep(300_000)
  }

  /// What was asked since the last time.
  func traffic() throws -> Traffic {
    counted += 1
    pipe.write("count \(counted)")
    for _ in 0..<200 {
      let words = String(decoding: FileManager.default.contents(atPath: counts) ?? Data(), as: UTF8.self)
        .split(separator: " ").compactMap { Int($0) }
      if words.count == 3, words[0] == counted { return Traffic(requests: words[1], bytes: words[2]) }
      usleep(10_000)
    }
    throw BenchmarkError("the server of posts does not say what it was asked")
  }
}
