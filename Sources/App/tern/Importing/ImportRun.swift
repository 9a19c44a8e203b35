import Archives
import Domain
import FoundationEssentials
import Pictures
import Runtime
import Store

/// Imports archives one after another and reports progress. A signal ends the import after the posts read so far have
/// been stored.
@MainActor
final class ImportRun {
  /// Where media of an archive are stored, and how much.
  struct Media {
    /// The data directory.
    var directory: String
    /// Maximum size of the media of each account, in bytes.
    var limit: Int
  }

  private let store: PostStore
  /// The name to give the account; nil leaves it unchanged.
  private let name: AccountName?
  private let isNewest: Bool
  private let media: Media?
  private let clock: any WallClock
  private let signals = EndingSignals()
  private let stop = CancellationFlag()

  /// - Parameters:
  ///   - isNewest: whether the import wins over stored posts even if it looks older.
  ///   - media: nil to import no pictures, videos and audio.
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
      _ = try? StandardStream.error.write("\ntern: stopping; press again to end at once\n")
    }
  }

  /// Imports the archive or file of posts at a path; `-` is standard input.
  func importArchive(at path: String) throws {
    guard !stop.isCancelled else { return }
    let shown = NonUTF8Paths.displayed(path)
    let name = path == "-" ? "standard input" : shown.split(separator: "/").last.map(String.init) ?? shown
    let start = clock.now
    let line = ProgressLine()
    let naming = AccountNaming(store: store)
    let conflict = try self.name.flatMap { name throws(CommandFailure) in
      try naming.conflictingAccount(for: name, excluding: nil)
    }
    let input = try path == "-" ? spooledInput(line) : nil
    let archive = input.map { DownloadedArchive($0, now: start) } ?? DownloadedArchive(path: path, now: start)
    let source = NamedSource(archive, nameHolder: conflict)
    let summary: ImportSummary
    do throws(StoreError) {
      summary = try store.importPosts(
        from: source, named: name.escapingControls,
        at: Self.absolute(shown).escapingControls, isNewest: isNewest, stop: stop
      ) { progress, _ in
        line.show(ImportText.progress(progress, of: name, seconds: clock.now.timeIntervalSince(start)))
      }
    } catch {
      line.end()
      throw CommandFailure(error)
    }
    line.end()
    if let given = self.name, let conflict, source.isRefused { throw AccountNaming.nameConflict(given, by: conflict) }
    if let damage = summary.setAside { StandardError.printOnce(CommandFailure(damage).message) }
    try StandardStream.output.write(
      ImportText.summary(summary, of: shown, seconds: clock.now.timeIntervalSince(start)))
    for skipped in summary.skipped { StandardError.printMessage(ImportText.skipped(skipped)) }
    if let given = self.name, let account = summary.account {
      // The archive may name its owner only at the end, so check again.
      try naming.requireFree(given, for: account.id)
      try naming.setName(given, to: account.id)
      try StandardStream.output.write("  now called “\(ImportText.sanitizedName(given.text))”\n")
    }
    if case .failed(let failure) = summary.outcome {
      throw CommandFailure(failure, stored: summary.account == nil ? nil : summary.counts)
    }
    if let media, let account = summary.account, summary.outcome == .completed {
      try importPictures(at: input?.path ?? path, named: name, of: account.id, media)
    }
  }

  /// Copies standard input to a temporary file.
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

  /// The absolute path, so that a file is the same account from every working directory.
  private static func absolute(_ path: String) -> String {
    path == "-" ? path : URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// Raises the signal that stopped the import, if there was one.
  func end() {
    if let signal = signals.received { Signals.raiseWithDefaultAction(signal) }
  }
}
