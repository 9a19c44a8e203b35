import FoundationEssentials
import Glibc

/// A local server with the part of the Mastodon API needed to read a timeline. It ends with this object, or with the
/// program, because its standard input then closes.
final class MastodonServer {
  let address: String
  private let pipe: Pipe
  private let counts: String
  private var counted = 0

  /// The number of requests and the size of the responses.
  struct Traffic {
    var requests: Int
    var bytes: Int
  }

  /// - Parameters:
  ///   - posts: The number of posts in the timeline.
  ///   - number: A number for each server with as many posts.
  init(posts: Int, number: Int = 1, _ workshop: Workshop) throws {
    guard let python = workshop.find("python3") else {
      throw BenchmarkError("python3 is not installed")
    }
    let file = try workshop.write(
      TimelineFiles.ternLines(SamplePost.timeline(count: posts)), to: "mastodon/\(posts).jsonl")
    let port = workshop.path("mastodon/\(posts)-\(number).port")
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
    throw BenchmarkError("the test server does not start")
  }

  /// Adds new posts and sends them to streams.
  /// - Parameter rate: Posts per second; nil for all at once.
  func emit(_ count: Int, rate: Int? = nil) { pipe.write("emit \(count) \(rate ?? 0)") }

  /// Delays all following responses by some seconds.
  func delay(_ seconds: Double) { pipe.write("delay \(seconds)") }

  /// Opens or closes the port.
  func setListening(_ isOpen: Bool) {
    pipe.write(isOpen ? "open" : "close")
    usleep(300_000)
  }

  /// The requests since the last call.
  func traffic() throws -> Traffic {
    counted += 1
    pipe.write("count \(counted)")
    for _ in 0..<200 {
      let words = String(decoding: FileManager.default.contents(atPath: counts) ?? Data(), as: UTF8.self)
        .split(separator: " ").compactMap { Int($0) }
      if words.count == 3, words[0] == counted { return Traffic(requests: words[1], bytes: words[2]) }
      usleep(10_000)
    }
    throw BenchmarkError("the test server does not report its requests")
  }
}
