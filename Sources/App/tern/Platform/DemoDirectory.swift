import Glibc

/// The directory of the demo data: in `share` of an installed program, next to the executable of a built one.
enum DemoDirectory {
  /// The directory, or nil if missing. Tern then runs without the demo.
  static func find() -> String? { candidates.first { access("\($0)/accounts.json", R_OK) == 0 } }

  /// Checks that the demo exists. Called if the user has requested it.
  static func require() throws(CommandFailure) {
    guard find() == nil else { return }
    let location = candidates.first.map { "expected in \($0)" } ?? "cannot find the path of this program"
    throw CommandFailure(.noInput, "the demo's files are missing: \(location)")
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
