import FoundationEssentials
import Glibc

/// The status of a running process from /proc.
enum ProcessStatus {
  /// Resident memory in bytes, including shared memory.
  static func residentMemory(of process: pid_t) -> Int? {
    value(of: "VmRSS", in: "/proc/\(process)/status").map { $0 * 1024 }
  }

  /// Peak resident memory in bytes.
  static func peakMemory(of process: pid_t) -> Int? {
    value(of: "VmHWM", in: "/proc/\(process)/status").map { $0 * 1024 }
  }

  /// The number of voluntary context switches of all threads, which equals their wake-ups.
  static func sleeps(of process: pid_t) -> Int? {
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") else {
      return nil
    }
    return threads.reduce(0) {
      $0 + (value(of: "voluntary_ctxt_switches", in: "/proc/\(process)/task/\($1)/status") ?? 0)
    }
  }

  private static func value(of key: String, in path: String) -> Int? {
    // Files in /proc report no size.
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }
}
