import ArgumentParser
import FoundationEssentials
import NcursesKit
import TerminalKit

/// `tern screen [PATH…]`: prints a screen without a terminal.
struct ScreenCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Print a screen after pressing some keys, without a terminal.",
    discussion: """
      Keys have tmux's names: j, Enter, Escape, C-d, PageDown. +3s advances the clock by three seconds. paste:TEXT \
      pastes, with \\s for a space, \\n for a line end and \\t for a tab. click:COLUMN,ROW clicks, counted from 1. \
      wheel:up and wheel:down scroll, at @COLUMN,ROW if given. With several sizes or formats, one screen is printed \
      for each. Of the settings, only those of --config apply.
      """)

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  @Option(help: "Columns x rows, or several separated by commas.")
  var size = "80x24"

  @Option(help: "Keys to press, separated by spaces.")
  var keys = ""

  @Option(help: "The time that the clock shows.")
  var now = "2026-11-20T12:00:00Z"

  @Option(help: "text, ansi or svg, or several separated by commas.")
  var format = Formats(all: [.text])

  @Option(
    help: ArgumentHelp(
      "Theme of ansi and svg: \(Theme.all.map(\.name).joined(separator: ", ")), or one beside --config.",
      valueName: "name"))
  var theme: String?

  @Flag(help: "Show only the demo accounts, as tern demo does.")
  var demo = false

  @Flag(help: "Show the tour, as tern demo --tour does.")
  var tour = false

  @Flag(help: "Show six accounts side by side, as tern demo --columns does.")
  var columns = false

  func validate() throws {
    if demo, options.hidesDemo { throw ValidationError("--demo and --no-demo cannot be combined") }
  }

  @MainActor
  func runOnMainActor() throws {
    let sizes = try size.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let size = Size(argument: String(word)) else {
        throw CommandFailure(.usage, "--size takes columns x rows from 1x1 to 1000x1000, not “\(word)”")
      }
      return size
    }
    if sizes.count > 1, file.paths.contains("-") {
      throw CommandFailure(.usage, "standard input can be read once: with it --size takes one size, not “\(size)”")
    }
    guard let moment = try? Date(now, strategy: .iso8601) else {
      throw CommandFailure(.usage, "--now takes a time such as 2026-11-20T12:00:00Z, not “\(now)”")
    }
    let steps = try keys.split(separator: " ").map { word in
      guard let step = ScreenStep(String(word)) else {
        throw CommandFailure(
          .usage,
          "--keys takes tmux key names (j, Enter, C-d, PageDown), +3s, paste:TEXT, click:COLUMN,ROW and wheel:down, "
            + "not “\(word)”")
      }
      return step
    }
    if demo || columns { try DemoDirectory.require() }
    let configuration = Configuration(
      options, paths: file.paths, isDemo: demo || columns, isTour: tour,
      columnHandles: columns ? DemoCommand.columnHandles : [], settings: try ProgramSettings(named: options.settings))
    let theme = try theme(among: configuration.settings)
    let terminal = try Self.terminal(size: sizes[0])
    defer { terminal.close() }
    for size in sizes {
      terminal.resize(to: size)
      let session = try ScreenSession(configuration: configuration, terminal: terminal, size: size, now: moment)
      let screen = session.screen(after: steps)
      for format in format.all {
        try StandardStream.output.write(raw: format.text(of: screen.canvas, screen.pictures, theme))
      }
    }
  }

  /// The theme of `--theme`, else of the settings, else the dark one.
  private func theme(among settings: ProgramSettings) throws -> Theme {
    let set = settings.parseResult.settings
    guard let name = theme else { return set.customTheme ?? Theme.all.first { $0.name == set.theme } ?? .dark }
    if let theme = Theme.all.first(where: { $0.name == name }) ?? settings.file?.theme(named: name) { return theme }
    let names = Theme.all.map(\.name).joined(separator: ", ")
    throw CommandFailure(.usage, "--theme takes \(names) or the name of a theme beside --config, not “\(name)”")
  }

  @MainActor
  private static func terminal(size: Size) throws -> OffscreenTerminal {
    do {
      return try OffscreenTerminal(size: size)
    } catch {
      throw CommandFailure(.unavailable, "terminfo has no entry for xterm-256color; is ncurses-base installed?")
    }
  }
}

extension ScreenCommand {
  enum Format: String, CaseIterable {
    case text, ansi, svg

    /// - Parameter pictures: the pictures in pixels, which only SVG shows.
    @MainActor
    func text(of canvas: Canvas, _ pictures: [PlacedPicture], _ theme: Theme) -> String {
      switch self {
      case .text: TextScreen.render(canvas)
      case .ansi: AnsiScreen.render(canvas, theme)
      case .svg: SVGScreen(theme).render(canvas, pictures: pictures)
      }
    }
  }

  /// A list of formats, such as `text,svg`.
  struct Formats: ExpressibleByArgument {
    let all: [Format]

    init(all: [Format]) {
      self.all = all
    }

    init?(argument: String) {
      let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      all = names.compactMap(Format.init)
      guard all.count == names.count else { return nil }
    }

    static var allValueStrings: [String] { Format.allCases.map(\.rawValue) }

    var defaultValueDescription: String { all.map(\.rawValue).joined(separator: ",") }
  }
}

extension Size {
  /// Parses a size such as `80x24`, from 1x1 to 1000x1000.
  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...1000).contains(width),
      (1...1000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
