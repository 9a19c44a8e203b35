import FaultServer
import FolderSupport
import Foundation
import Network
import Synchronization
import Testing

extension CurlTransport.Settings {
  static var test: CurlTransport.Settings {
    var settings = CurlTransport.Settings(userAgent: "Tern/0 (+https://tern.example)")
    settings.proxy = ""
    return settings
  }
}

extension FaultServer {
  func url(_ path: String, _ query: [HTTPAddress.QueryItem] = []) throws -> HTTPAddress {
    var address = try #require(HTTPAddress(origin))
    address.path = path
    address.query = query
    return address
  }
}

struct TimeoutError: Error {}

/// Waits for another thread, at most ten seconds.
func eventually(_ condition: () -> Bool) async throws {
  for _ in 0..<2000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
  guard condition() else { throw TimeoutError() }
}

struct Failed: Error {
  var command: String
}

/// Runs a program to its end, without pipes.
func run(_ program: String, _ arguments: [String], output: String = "/dev/null") throws {
  let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
  guard system("\(command) </dev/null >'\(output)' 2>/dev/null") == 0 else { throw Failed(command: command) }
}

func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  let folder = TemporaryFolder()
  try folder.write(bytes, to: "plain")
  try run("gzip", ["-c", "-9", folder.path(of: "plain")], output: folder.path(of: "packed"))
  return Array(try Data(contentsOf: URL(filePath: folder.path(of: "packed"))))
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let sum = Mutex(0)

  var value: Int { sum.withLock { $0 } }

  func add(_ number: Int) {
    sum.withLock { $0 += number }
  }
}
