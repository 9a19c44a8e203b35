import Dispatch
import Domain
import Glibc
import Synchronization
import SystemFiles

/// Decodes pictures, each in a child process of the same program with resource limits, so that malformed pictures
/// cannot crash Tern.
public final class PictureDecoder: PictureDrawing {
  /// Maximum file size in bytes.
  public static let maxBytes = 16 << 20
  /// The environment variables passed on, needed to find libraries.
  private static let variables: Set<String> = ["PATH", "LD_LIBRARY_PATH"]

  private let program: String
  private let environment: [String: String]
  private let timeout: Duration
  private let drawn = Mutex(RecentPictures())

  /// - Parameters:
  ///   - program: The program to start with the command of `PictureProcess`; the running executable, even if its file
  ///   was replaced.
  ///   - timeout: The maximum duration of a decoding process.
  public init(
    program: String = "/proc/self/exe", environment: [String: String], timeout: Duration = .seconds(10)
  ) {
    self.program = program
    self.environment = environment.filter { Self.variables.contains($0.key) }
    self.timeout = timeout
  }

  public func draw(
    _ picture: StoredPicture, _ request: PictureRequest
  ) async throws(PictureFailure) -> DrawnPicture {
    if let known = drawn.withLock({ $0.find(picture, request) }) { return known }
    let output = try start(picture, request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Blocking, so it needs its own queue.
        DispatchQueue(label: "tern.picture").async {
          continuation.resume(returning: output.read(for: request, within: self.timeout))
        }
      }
    } onCancel: {
      output.program.kill()
    }
    if Task.isCancelled { throw .cancelled }
    let new = try result.get()
    drawn.withLock { $0.insert(new, of: picture, request) }
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
      throw .unreadable("Not a regular file")
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
          processGroup: .newSession, streams: [.descriptor(file), .descriptor(pipe.writeEnd), .nothing]))
      return PictureOutput(program: program, descriptor: pipe.readEnd)
    } catch {
      close(pipe.readEnd)
      throw error
    }
  }
}

/// The output of a decoding process.
private struct PictureOutput: Sendable {
  let program: StartedProgram
  let descriptor: Int32

  /// Blocks the thread until the process has ended or the timeout is over. Call it once.
  func read(for request: PictureRequest, within timeout: Duration) -> Result<DrawnPicture, PictureFailure> {
    defer { close(descriptor) }
    let end = ContinuousClock.now + timeout
    let limit = PictureMessage.maxSize(for: request)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isOpen = true
    while isOpen, bytes.count <= limit {
      let left = end - .now
      guard left > .zero else { return fail(.tooSlow(seconds: Int(timeout.components.seconds))) }
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))) > 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      isOpen = count > 0 || count < 0 && errno == EINTR
    }
    guard bytes.count <= limit else { return fail(.decoderFailed("it returned too much data")) }
    var status: Int32?
    while !program.hasEnded(&status) {
      guard .now < end else { return fail(.tooSlow(seconds: Int(timeout.components.seconds))) }
      usleep(500)
    }
    if let signal = program.endSignal {
      return .failure(
        signal == SIGXCPU ? .tooSlow(seconds: PictureProcess.seconds) : .crashed(signal: Int(signal)))
    }
    // If SIGCHLD is ignored, as in Tern, the exit status is unknown.
    if bytes.isEmpty, status == nil { return .failure(.decoderFailed("it exited without output")) }
    if let status, status != 0 { return .failure(.decoderFailed("it exited with status \(status)")) }
    return PictureMessage.read(bytes, for: request) ?? .failure(.decoderFailed("it returned invalid data"))
  }

  private func fail(_ failure: PictureFailure) -> Result<DrawnPicture, PictureFailure> {
    program.kill()
    var status: Int32?
    while !program.hasEnded(&status) { usleep(500) }
    return .failure(failure)
  }
}

/// An LRU cache for the pictures of a few screens.
private struct RecentPictures {
  private struct Key: Hashable {
    let picture: StoredPicture
    let request: PictureRequest
  }

  private static let maxCells = 200_000
  /// Maximum bytes of pixels. The last picture is always cached.
  private static let maxBytes = 32 << 20
  private var pictures: [(key: Key, picture: DrawnPicture)] = []

  mutating func find(_ picture: StoredPicture, _ request: PictureRequest) -> DrawnPicture? {
    let key = Key(picture: picture, request: request)
    guard let index = pictures.firstIndex(where: { $0.key == key }) else { return nil }
    let found = pictures.remove(at: index)
    pictures.append(found)
    return found.picture
  }

  mutating func insert(_ new: DrawnPicture, of picture: StoredPicture, _ request: PictureRequest) {
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
