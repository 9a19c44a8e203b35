import FoundationEssentials
import Glibc

/// A one-line description of the machine.
enum Machine {
  static var description: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    return "\(cores) cores of \(processor), \(system), \(date)"
  }

  /// The number of runnable programs over the last minute. nil if each has a free core; otherwise they also delay the
  /// measured programs.
  static var runnableProcesses: Double? {
    var load = 0.0
    guard getloadavg(&load, 1) == 1, load > Double(cores) / 2 else { return nil }
    return load
  }

  private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  private static var processor: String {
    value(of: "model name", separator: ":", in: "/proc/cpuinfo") ?? "an unknown processor"
  }

  private static var system: String {
    let name = value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release") ?? "an unknown system"
    return name.split(separator: "\"").joined()
  }

  private static func value(of key: String, separator: Character, in path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: separator, maxSplits: 1).last
    return line.map { String($0.drop(while: \.isWhitespace)) }
  }
}
