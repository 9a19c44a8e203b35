import Glibc

/// The standard input of a background command. Deinit closes it and waits for the command.
final class Pipe {
  private let file: UnsafeMutablePointer<FILE>

  init(to command: String) throws {
    // Programs started meanwhile must not inherit it.
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
