import Dispatch
import Domain
import Glibc
import Synchronization
import SystemFiles

/// Makes characters and pixels of pictures, each in a process of its own: this program once more, with limits. Whatever a picture
/// does to that process, Tern goes on and says so.
public final class PictureDecoder: PictureDrawing {
  /// No picture that is read is larger, in bytes.
  public static let maxBytes = 16 << 20
  /// What the process knows of the environment: where libraries are found.
  private static let variables: Set<String> = ["PATH", "LD_LIBRARY_PATH"]

  private let program: String
  private let environment: [String: String]
  private let patience: Duration
  private let drawn = Mutex(DrawnPictures())

  /// - Parameters:
  ///   - program: what is started with the command of `PictureProcess`: this very program, whatever lies at its path now.
  ///   - patience: how long it is waited for.
  public init(
    program: String = "/proc/self/exe", environment: [String: String], patience: Duration = .seconds(10)
  ) {
    self.program = program
    self.environment = environment.filter { Self.variables.contains($0.key) }
    self.patience = patience
  }

  public func draw(
    _ picture: StoredPicture, _ request: PictureRequest
  ) async throws(PictureFailure) -> DrawnPicture {
    if let known = drawn.withLock({ $0.take(picture, request) }) { return known }
    let output = try start(picture, request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // It waits for the process, which no work of the program's own has to wait for.
        DispatchQueue(label: "tern.picture").async {
          continuation.resume(returning: output.read(for: request, within: self.patience))
        }
      }
    } onCancel: {
      output.program.kill()
    }
    if Task.isCancelled { throw .cancelled }
    let new = try result.get()
    drawn.withLock { $0.keep(new, of: picture, request) }
    return new
  }
}

extension PictureDecoder {
  private func start(_ picture: StoredPicture, _ request: PictureRequest) throws(PictureFailure) -> PictureOutput {
    let file = open(picture.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .unreadable(SystemError.last.reason) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable("It is no regular file")
    }
    guard status.st_size <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    do throws(ProgramStartError) {
      return try start(on: file, request)
    } catch {
      throw .decoderFailed(error.reason)
    }
  }

  private func start(on file: Int32, _ request: PictureRequest) throws(ProgramStartError) -> PictureOutput {
    let pipe = try Pipe()
    defer { close(pipe.writeEnd) }
    do throws(ProgramStartError) {
      let program = try StartedProgram(
        ProgramStart(
          [program, PictureProcess.command] + PictureProcess.arguments(for: request), environment: environment,
          place: .ownSession, streams: [.descriptor(file), .descriptor(pipe.writeEnd), .nothing]))
      return PictureOutput(program: program, descriptor: pipe.readEnd)
    } catch {
      close(pipe.readEnd)
      throw error
    }
  }
}

/// What comes from the process that decodes a picture.
private struct PictureOutput: Sendable {
  let program: StartedProgram
  let descriptor: Int32

  /// Blocks the thread until the process has ended, as it does at the latest when time is up. To be called once.
  func read(for request: PictureRequest, within patience: Duration) -> Result<DrawnPicture, PictureFailure> {
    defer { close(descriptor) }
    let end = ContinuousClock.now + patience
    let limit = PictureMessage.maxSize(for: request)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isOpen = true
    while isOpen, bytes.count <= limit {
      let left = end - .now
      guard left > .zero else { return give(.tooSlow(seconds: Int(patience.components.seconds))) }
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))) > 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      isOpen = count > 0 || count < 0 && errno == EINTR
    }
    guard bytes.count <= limit else { return give(.decoderFailed("it said more than any picture has")) }
    var status: Int32?
    while !program.hasEnded(&status) {
      guard .now < end else { return give(.tooSlow(seconds: Int(patience.components.seconds))) }
      usleep(500)
    }
    if let signal = program.endSignal {
      return .failure(
        signal == SIGXCPU ? .tooSlow(seconds: PictureProcess.seconds) : .crashed(signal: Int(signal)))
    }
    // Where the ends of children are ignored, as in the program itself, nobody knows how it ended but by what it said.
    if bytes.isEmpty, status == nil { return .failure(.decoderFailed("it ended over this picture without a word")) }
    if let status, status != 0 { return .failure(.decoderFailed("it ended with status \(status)")) }
    return PictureMessage.read(bytes, for: request) ?? .failure(.decoderFailed("what it said makes no sense"))
  }

  private func give(_ failure: PictureFailure) -> Result<DrawnPicture, PictureFailure> {
    program.kill()
    var status: Int32?
    while !program.hasEnded(&status) { usleep(500) }
    return .failure(failure)
  }
}

/// The pictures that were drawn last, as many as a few screens hold.
private struct DrawnPictures {
  private struct Key: Hashable {
    let picture: StoredPicture
    let request: PictureRequest
  }

  private static let maxCells = 200_000
  /// In pixels, beside the cells. The one that was drawn last is kept in any case.
  private static let maxBytes = 32 << 20
  private var pictures: [(key: Key, picture: DrawnPicture)] = []

  mutating func take(_ picture: StoredPicture, _ request: PictureRequest) -> DrawnPicture? {
    let key = Key(picture: picture, request: request)
    guard let place = pictures.firstIndex(where: { $0.key == key }) else { return nil }
    let found = pictures.remove(at: place)
    pictures.append(found)
    return found.picture
  }

  mutating func keep(_ new: DrawnPicture, of picture: StoredPicture, _ request: PictureRequest) {
    pictures.append((Key(picture: picture, request: request), new))
    var cells = pictures.reduce(0) { $0 + $1.picture.cells.count }
    var bytes = pictures.reduce(0) { $0 + ($1.picture.raster?.bytes.count ?? 0) }
    while cells > Self.maxCells || bytes > Self.maxBytes, pictures.count > 1 {
      let oldest = pictures.removeFirst().picture
      cells -= oldest.cells.count
      bytes -= oldest.raster?.bytes.count ?? 0
    }
  }
}
