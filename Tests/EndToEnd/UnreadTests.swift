import Foundation
import ProgramSupport
import Testing

@Suite("Unread posts", .needsTerminal, .endsInTime)
struct UnreadTests {
  /// A file of posts, newest first, one per day. The oldest is from 2015-03-01.
  private func file(of count: Int) -> String {
    let days = (0..<count).reversed().map { day in
      let date = Date(timeIntervalSince1970: 1_425_204_000 + 86_400 * Double(day)).formatted(.iso8601)
      return #"{"id": "\#(day + 1)", "createdAt": "\#(date)", "text": "Number \#(day + 1)."}"#
    }
    return days.joined(separator: "\n")
  }

  @Test("New posts of a file are unread at the next start until read")
  func grownFile() async throws {
    let folder = TemporaryFolder()
    try folder.write(file(of: 300), to: "posts")
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("nothing unread") { $0.contains("1 of 300") && !$0.contains("unread") }
      try await terminal.press("j", "j", "q")
      #expect(try await terminal.end() == 0)
    }
    try folder.write(file(of: 304), to: "posts")
    try await Terminal.open(["posts"], environment: ["NO_COLOR": "1"], folder: folder) { terminal in
      try await terminal.see("Posts 4", "7 of 304 · 4 new above")
      try await terminal.press("u")
      try await terminal.see("Posts 3", "4 of 304 · 3 new above")
      try await terminal.press("g", "g")
      try await terminal.see("Posts 2", "1 of 304 · 2 unread")
      try await terminal.see("dots beside two posts") { $0.components(separatedBy: " • ").count == 3 }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try folder.write(file(of: 305), to: "posts")
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("Posts 3", "2 of 305 · 3 unread")
      try await terminal.press("A")
      try await terminal.see("3 posts marked read")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("nothing unread") { $0.contains("2 of 305") && !$0.contains("unread") }
    }
  }

  @Test("gd goes to a month and rejects an invalid date")
  func date() async throws {
    let folder = TemporaryFolder()
    try folder.write(file(of: 300), to: "posts")
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("1 of 300")
      try await terminal.press("g", "d")
      try await terminal.type("2015-3x")
      try await terminal.press("Enter")
      try await terminal.see("“2015-3x” is not a date")
      try await terminal.press("BSpace", "Enter")
      try await terminal.see("Number 31.", "270 of 300")
      try await terminal.press("g", "d")
      try await terminal.type("2012")
      try await terminal.press("Enter")
      try await terminal.see("300 of 300", "No posts from 2012. The nearest is from 2015-03-01.")
    }
  }
}
