import Dispatch
import Glibc

/// Reports when one of several files may have changed, using inotify.
///
/// Watches the folder of each file, because editors replace files. For a symbolic link, the folder of its target is
/// watched as well. If a folder does not exist yet, its nearest existing ancestor is watched.
@MainActor
final class FileChanges {
  /// As the last component of a path: any file in the folder.
  static let anyName = "*"

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)

  private let events: UInt32
  private let paths: [String]
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  /// The names to watch for in each watched folder, by inotify watch descriptor.
  private var watches: [Int32: Set<String>] = [:]

  /// nil if inotify is unavailable, for example because the limit of instances is reached.
  /// - Parameters:
  ///   - includesWrites: whether each write is a change, not only its end.
  ///   - mayHaveChanged: called on the main actor after each change.
  init?(of paths: [String], includesWrites: Bool = false, mayHaveChanged: @escaping @MainActor () -> Void) {
    events = includesWrites ? Self.events | UInt32(IN_MODIFY) : Self.events
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.paths = paths.map { $0.hasPrefix("/") ? $0 : Self.currentFolder + "/" + $0 }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { [descriptor] in _ = close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.readEvents().contains(where: self.isRelevant) else { return }
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

  private func isRelevant(_ event: Event) -> Bool {
    let names = watches[event.watch] ?? []
    return event.name.isEmpty || names.contains(event.name) || names.contains(Self.anyName)
  }

  /// Updates the watches, because folders or links may have changed. Repeats until the watches are stable, because
  /// folders may be created in the meantime.
  private func watch() {
    var before: [Int32: Set<String>]
    repeat {
      before = watches
      watchNearestFolders()
    } while watches != before
  }

  private func watchNearestFolders() {
    var needed: [Int32: Set<String>] = [:]
    for path in paths + paths.compactMap(Self.target) {
      for (folder, name) in Self.foldersAbove(path) {
        let watch = inotify_add_watch(descriptor, folder, events)
        guard watch >= 0 else { continue }
        needed[watch, default: []].insert(name)
        break
      }
    }
    for watch in watches.keys where needed[watch] == nil { inotify_rm_watch(descriptor, watch) }
    watches = needed
  }

  /// The resolved path of a file, or nil if it does not exist.
  private static func target(of path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }

  /// All ancestors of a path, nearest first, each with the name of the entry in it.
  private static func foldersAbove(_ path: String) -> [(folder: String, name: String)] {
    let parts = path.split(separator: "/").map(String.init)
    return parts.indices.reversed().map { ("/" + parts[..<$0].joined(separator: "/"), parts[$0]) }
  }

  private struct Event {
    let watch: Int32
    /// Empty if the folder itself has changed.
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

  /// Layout of an event: watch, mask, cookie and length of the name, four bytes each, then the name.
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
