import Dispatch
import Glibc

/// Tells when one of some files may have changed: when something of its name is written, comes or goes in its folder
/// (editors put a new file in the old one's place), or in the folder of the file that it links to. Where its folder is not
/// there yet, the nearest one above it is looked at. The kernel wakes the program for that; it never looks by itself.
@MainActor
final class FileChanges {
  /// Stands for all files of a folder, in place of a name.
  static let anyName = "*"

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)

  private let paths: [String]
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  /// What is looked for in each of the folders, by what the kernel calls them.
  private var watches: [Int32: Set<String>] = [:]

  /// nil where the kernel has no more of what it takes: then nothing is told.
  init?(of paths: [String], mayHaveChanged: @escaping @MainActor () -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.paths = paths.map { $0.hasPrefix("/") ? $0 : Self.currentFolder + "/" + $0 }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { [descriptor] in _ = close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.readEvents().contains(where: self.isOfInterest) else { return }
        self.watch()
        mayHaveChanged()
      }
    }
    watch()
    source.resume()
  }

  isolated deinit { source.cancel() }

  private static var currentFolder: String {
    guard let folder = getcwd(nil, 0) else { return "" }
    defer { free(folder) }
    return String(cString: folder)
  }

  private func isOfInterest(_ event: Event) -> Bool {
    let names = watches[event.watch] ?? []
    return event.name.isEmpty || names.contains(event.name) || names.contains(Self.anyName)
  }

  /// Looks at the folders anew: they may have come or gone, and a link may lead elsewhere. One that comes while this goes
  /// on is not missed: it is over when nothing has changed meanwhile.
  private func watch() {
    var before: [Int32: Set<String>]
    repeat {
      before = watches
      watchNearestFolders()
    } while watches != before
  }

  private func watchNearestFolders() {
    var wanted: [Int32: Set<String>] = [:]
    for path in paths + paths.compactMap(Self.target) {
      for (folder, name) in Self.foldersAbove(path) {
        let watch = inotify_add_watch(descriptor, folder, Self.events)
        guard watch >= 0 else { continue }
        wanted[watch, default: []].insert(name)
        break
      }
    }
    for watch in watches.keys where wanted[watch] == nil { inotify_rm_watch(descriptor, watch) }
    watches = wanted
  }

  /// Where a link leads in the end; nil where the file is not there.
  private static func target(of path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }

  /// The folder of a file with the file's name in it, the folder above with the name of that one, and so on.
  private static func foldersAbove(_ path: String) -> [(folder: String, name: String)] {
    let parts = path.split(separator: "/").map(String.init)
    return parts.indices.reversed().map { ("/" + parts[..<$0].joined(separator: "/"), parts[$0]) }
  }

  private struct Event {
    let watch: Int32
    /// Empty for what befell a folder itself.
    let name: String
  }

  private func readEvents() -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    var events: [Event] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events }
      events += Self.events(in: buffer[..<count])
    }
  }

  /// An event is a watch, what happened, a cookie and the length of the name, four bytes each, and then the name.
  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    while rest.count >= 16 {
      let watch = rest.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
      let length = rest.dropFirst(12).withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      events.append(Event(watch: watch, name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + length)
    }
    return events
  }
}
