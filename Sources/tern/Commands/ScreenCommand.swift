import ArgumentParser
import FoundationEssentials
import TerminalKit

/// `tern screen [PATH…]`: the screen itself, without a terminal.
struct ScreenCommand: MainActorCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, ansi, svg
  }

  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Print the screen as it is after some keys.")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  @Option(help: "Columns x rows.")
  var size = "80x24"

  @Option(help: "Keys by tmux’s names, one after another; +3s lets three seconds pass.")
  var keys = ""

  @Option(help: "The moment at which the clock stands.")
  var now = "2026-11-20T12:00:00Z"

  @Option(help: "text, ansi or svg.")
  var format = Format.text

  @Flag(help: "The demo’s accounts alone, as tern demo shows them.")
  var demo = false

  @Flag(help: "The tour, as tern demo --tour shows it.")
  var tour = false

  func validate() throws {
    if demo, options.hidesDemo { throw ValidationError("--demo and --no-demo: name one of them") }
  }

  @MainActor
  func runOnMainActor() throws {
    guard let size = Size(argument: size) else {
      throw Failure(.usage, "--size takes columns x rows from 1x1 to 1000x1000, not “\(size)”")
    }
    guard let moment = try? Date(now, strategy: .iso8601) else {
      throw Failure(.usage, "--now takes a moment like 2026-11-20T12:00:00Z, not “\(now)”")
    }
    let steps = try keys.split(separator: " ").map { word in
      guard let step = ScreenStep(String(word)) else {
        throw Failure(
          .usage, "--keys takes tmux’s names of keys (j, Enter, C-d, PageDown), +3s and paste:TEXT, not “\(word)”")
      }
      return step
    }
    let configuration = Configuration(options, paths: file.paths, isDemo: demo, isTour: tour)
    let canvas = try ScreenSession(configuration: configuration, size: size, now: moment).canvas(after: steps)
    let picture =
      switch format {
      case .text: TextScreen.render(canvas)
      case .ansi: AnsiScreen.render(canvas)
      case .svg: SVGScreen.render(canvas)
      }
    try StandardStream.output.write(picture)
  }
}

extension Size {
  /// `80x24`.
  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...1000).contains(width),
      (1...1000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
