import FaultServer
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

struct Never10Seconds: Error {}

/// Waits for what another thread does, for ten seconds at most.
func eventually(_ condition: () -> Bool) async throws {
  for _ in 0..<2000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
  guard condition() else { throw Never10Seconds() }
}

func run(_ program: String, _ arguments: String..., input: [UInt8]? = nil) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  let pipe = Pipe()
  process.standardInput = input == nil ? FileHandle.nullDevice : pipe
  try process.run()
  if let input {
    pipe.fileHandleForWriting.write(Data(input))
    try pipe.fileHandleForWriting.close()
  }
  let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
  process.waitUntilExit()
  return bytes
}

func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  try run("gzip", "-c", "-9", input: bytes)
}

/// A number that several threads add to.
final class Counter: Sendable {
  private let sum = Mutex(0)

  var value: Int { sum.withLock { $0 } }

  func add(_ number: Int) {
    sum.withLock { $0 += number }
  }
}

/// An address that is known later than it is needed.
final class LateOrigin: Sendable {
  private let origin = Mutex("")

  var value: String { origin.withLock { $0 } }

  func set(_ text: String) {
    origin.withLock { $0 = text }
  }
}
