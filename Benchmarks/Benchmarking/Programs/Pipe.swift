import Glibc

/// The standard input of a command that runs beside. It is closed with this object, and then waited for.
final class Pipe {
  private let file: UnsafeMutablePointer<FILE>

  init(to command: String) throws {
    // No other program that is started meanwhile may hold it open.
    guard let file = popen(command, "we") else { throw BenchmarkError("no shell") }
    self.file = file
  }

  func write(_ line: String) {
    fputs(line + "\n", file)
    fflush(file)
  }

  deinit {
    pclose(file)
  }
}
