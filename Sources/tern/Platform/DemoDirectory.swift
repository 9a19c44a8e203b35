import Glibc

/// Where the demo's data lies: with an installed program in `share`, with a built one beside it.
enum DemoDirectory {
  /// nil where there is none: Tern goes on without the demo.
  static func find() -> String? { candidates.first { access("\($0)/accounts.json", R_OK) == 0 } }

  /// - Throws: where there is none: somebody wants to see just that.
  static func require() throws(CommandFailure) {
    guard find() == nil else { return }
    let place = candidates.first.map { "they belong in \($0)" } ?? "nobody knows where this program lies"
    throw CommandFailure(.noInput, "the demo's files are not there: \(place)")
  }

  private static var candidates: [String] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return [] }
    let path = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
    return ["\(parent)/share/tern/Demo", "\(folder)/tern_tern.resources/Demo"]
  }
}
