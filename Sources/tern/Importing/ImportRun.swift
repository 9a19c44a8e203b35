import Archives
import Domain
import FoundationEssentials
import Pictures
import Runtime
import Store

/// Imports one archive after the other and says how it goes. A signal that ends programs ends it once the posts that
/// have been read are stored.
@MainActor
final class ImportRun {
  /// What is kept of the pictures, films and sounds of an archive.
  struct Media {
    /// Where the store is.
    var directory: String
    /// Of each account, in bytes.
    var limit: Int
  }

  private let store: PostStore
  /// What the account is called from now on; nil leaves it as it is.
  private let name: AccountName?
  private let isNewest: Bool
  private let media: Media?
  private let clock: any WallClock
  private let signals = EndingSignals()
  private let stop = CancellationFlag()

  /// - Parameters:
  ///   - isNewest: whether what is imported counts as newer than all that is there.
  ///   - media: nil where pictures, films and sounds are not imported.
  init(
    store: PostStore, name: AccountName? = nil, isNewest: Bool = false, clock: any WallClock, media: Media? = nil
  ) {
    self.isNewest = isNewest
    self.store = store
    self.name = name
    self.media = media
    self.clock = clock
    signals.listen { [stop] _ in
      stop.cancel()
      _ = try? StandardStream.error.write("\ntern: stopping; once more ends it at once\n")
    }
  }

  func importArchive(at path: String) throws {
    guard !stop.isCancelled else { return }
    let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    let start = clock.now
    let line = ProgressLine()
    let naming = AccountNaming(store: store)
    let holder = try self.name.flatMap { name throws(CommandFailure) in try naming.holder(of: name, besides: nil) }
    let input = try path == "-" ? spooledInput(line) : nil
    let archive = input.map { DownloadedArchive($0, now: start) } ?? DownloadedArchive(path: path, now: start)
    let source = NamedSource(archive, nameHolder: holder)
    let summary: ImportSummary
    do throws(StoreError) {
      summary = try store.importPosts(
        from: source, named: name.escapingControls,
        at: Self.absolute(path).escapingControls, isNewest: isNewest, stop: stop
      ) { progress, _ in
        line.show(ImportText.progress(progress, of: name, seconds: clock.now.timeIntervalSince(start)))
      }
    } catch {
      line.end()
      throw CommandFailure(error)
    }
    line.end()
    if let given = self.name, let holder, source.isRefused { throw AccountNaming.taken(given, by: holder) }
    if let damage = summary.setAside { StandardError.say(CommandFailure(damage).message) }
    try StandardStream.output.write(
      ImportText.summary(summary, of: path, seconds: clock.now.timeIntervalSince(start)))
    for skipped in summary.skipped { StandardError.say(ImportText.skipped(skipped)) }
    if let given = self.name, let account = summary.account {
      // Who it is may have been said at the end of the archive alone.
      try naming.requireFree(given, for: account.id)
      try naming.give(given, to: account.id)
      try StandardStream.output.write("  it is “\(ImportText.shown(given.text))” now\n")
    }
    if case .failed(let failure) = summary.end {
      throw CommandFailure(failure, kept: summary.account == nil ? nil : summary.counts)
    }
    if let media, let account = summary.account, summary.end == .whole {
      try importPictures(at: input?.path ?? path, named: name, of: account.id, media)
    }
  }

  /// - Throws: `CommandFailure` where standard input cannot be read, or not be kept.
  private func spooledInput(_ line: ProgressLine) throws(CommandFailure) -> SpooledInput {
    let folder = Environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    line.show("standard input  reading")
    do throws(TimelineError) {
      return try SpooledInput(in: folder, stop: stop)
    } catch {
      line.end()
      throw CommandFailure(error)
    }
  }

  private func importPictures(at path: String, named name: String, of account: AccountID, _ media: Media) throws {
    PictureFolder.removePartials(in: media.directory)
    let line = ProgressLine()
    let pictures = PictureImport(into: PictureFolder(in: media.directory, of: account), limit: media.limit)
    let counts: PictureImport.Counts
    do throws(CommandFailure) {
      counts = try pictures.importPictures(of: path, stop: stop) {
        line.show("\(name)  \(ImportText.progress($0))")
      }
    } catch {
      line.end()
      throw error
    }
    line.end()
    try StandardStream.output.write(ImportText.summary(counts, limit: media.limit))
  }

  /// The same file is the same account, from wherever it is named.
  private static func absolute(_ path: String) -> String {
    path == "-" ? path : URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// Where a signal has asked for the end, the program ends by it.
  func end() {
    if let signal = signals.received { Signals.raiseByDefault(signal) }
  }
}
