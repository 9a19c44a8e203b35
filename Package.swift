// swift-tools-version: 6.1
import PackageDescription

// The map of the house: each target and all that it may import.
// `make build` has the compiler hold everyone to it.

let screen: [Target.Dependency] = ["Domain", "TerminalKit"]
let modules: KeyValuePairs<String, [Target.Dependency]> = [
  "EmptyState": screen,
  "PostCell": screen,
  "Root": ["Domain", "Runtime"],
  "Login": screen + ["EmptyState", "Runtime", "TimelineCore"],
  "Timeline": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "PostDetail": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "UserProfile": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "PostVersions": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "PictureView": screen + ["EmptyState", "PostCell", "Runtime"],
  "Report": screen + ["EmptyState", "PostCell", "TimelineCore"],
  "ServerSearch": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "Composer": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "Outbox": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "Statistics": screen + ["EmptyState", "Runtime", "TimelineCore"],
  "Sidebar": screen + ["EmptyState", "Runtime"],
  "Help": ["TerminalKit"],
  "About": ["TerminalKit"],
  "Tour": screen + ["EmptyState"],
]

func tests(_ name: String, of dependencies: [Target.Dependency], excluding: [String] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies + ["Domain", "TestSupport"], exclude: excluding)
}

let package = Package(
  name: "tern",
  products: [.executable(name: "tern", targets: ["tern"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CWidth"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // For tests, which write archives.
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CTomlPlusPlus", providers: [.apt(["libtomlplusplus-dev"])]),
    .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "CTerminalGuard"),
    // C++ behind an interface in C.
    .target(name: "CToml", dependencies: ["CTomlPlusPlus"]),
    // libcurl, opened when it is first needed: its header is built against, and nothing is linked.
    .target(name: "CCurl"),
    // libarchive, opened where the first archive is read; nothing is linked.
    .target(name: "CArchiveReader"),
    // Decoders of pictures and libchafa, opened where a picture is decoded; nothing is linked.
    .target(name: "CPictures"),

    // What everything stands on: time and work, what is read and asked for, what is drawn.
    .target(name: "Runtime"),
    .target(name: "Domain", dependencies: ["Runtime"]),
    // What presenters of timelines are made of: a pager with its window, unread, search, a listener.
    .target(name: "TimelineCore", dependencies: ["Domain", "Runtime"]),
    .target(name: "TerminalKit", dependencies: ["CWidth"]),
    .target(name: "NcursesKit", dependencies: ["CNcurses", "CTerminalGuard", "CWidth", "CZlib", "TerminalKit"]),

    // Where posts come from, and where they are kept. Bytes become posts in Formats, and a document of them becomes
    // timelines in Documents; neither knows where it came from.
    .target(name: "Formats", dependencies: ["CZlib", "Domain", "Runtime"]),
    .target(name: "InMemoryTimelines", dependencies: ["Domain", "Formats", "Runtime"]),
    .target(name: "SystemFiles", dependencies: ["CSpawn", "Domain"]),
    .target(name: "LocalFiles", dependencies: ["InMemoryTimelines", "Domain", "Formats", "Runtime", "SystemFiles"]),
    .target(name: "Archives", dependencies: ["CArchiveReader", "Domain", "Formats", "LocalFiles", "Runtime"]),
    .target(name: "DemoSource", dependencies: ["InMemoryTimelines", "Domain", "Runtime", "SystemFiles"]),
    .target(
      name: "Store",
      dependencies: [
        "CSQLite", "Domain", "Runtime", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),

    // How servers are asked.
    .target(name: "Network", dependencies: ["CCurl", "Domain", "Runtime"]),
    // All that speaks Mastodon's API, whichever server it is.
    .target(name: "Mastodon", dependencies: ["CNettle", "Domain", "Formats", "Network", "Runtime"]),
    // Pictures of posts: where they are kept, how they are fetched, and how they become characters.
    .target(name: "Pictures", dependencies: ["CNettle", "CPictures", "Domain", "Network", "SystemFiles"]),
    // Servers: what is asked and what is kept, joined into one source.
    .target(name: "ServerSession", dependencies: ["Domain", "Runtime"]),

    // What a person has set, what is remembered, and what is noted down.
    .target(name: "Settings", dependencies: ["CToml", "Domain", "SystemFiles", "TerminalKit"]),
    .target(name: "Session", dependencies: ["Domain", "SystemFiles"]),
    .target(name: "Credentials", dependencies: ["Domain", "Runtime", "SystemFiles"]),
    .target(name: "Logging", dependencies: ["Domain", "Runtime", "SystemFiles"]),

    .executableTarget(
      name: "tern",
      dependencies: ["CMainQueue", "CMalloc", "Runtime", "Domain", "TerminalKit", "NcursesKit", "TimelineCore"]
        + ["Formats", "LocalFiles", "Archives", "DemoSource", "Store", "Session", "Credentials", "Logging", "Settings"]
        + ["SystemFiles", "Mastodon", "Network", "Pictures", "ServerSession"]
        + modules.map { .target(name: $0.key) }
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      resources: [.copy("../../Resources/Demo")]
    ),

    .target(
      name: "TestSupport", dependencies: ["CZlib", "Domain", "Runtime", "TerminalKit"], path: "Tests/TestSupport"),
    .target(name: "FolderSupport", path: "Tests/FolderSupport"),
    tests("Runtime", of: ["Runtime"]),
    tests("Domain", of: ["Runtime"]),
    tests("TerminalKit", of: ["TerminalKit"]),
    tests("NcursesKit", of: ["NcursesKit", "TerminalKit"]),
    tests("TimelineCore", of: ["TimelineCore", "Runtime"]),
    tests("Timeline", of: ["Timeline", "TimelineCore", "EmptyState", "PostCell", "Runtime", "TerminalKit"]),
    tests("Formats", of: ["Formats", "Runtime"]),
    .target(
      name: "InMemoryTimelinesSupport",
      dependencies: ["InMemoryTimelines", "Domain", "Formats", "Runtime", "TestSupport"],
      path: "Tests/InMemoryTimelinesSupport"),
    tests("InMemoryTimelines", of: ["InMemoryTimelines", "InMemoryTimelinesSupport", "Formats", "Runtime"]),
    tests(
      "LocalFiles",
      of: ["InMemoryTimelines", "InMemoryTimelinesSupport", "FolderSupport", "Formats", "LocalFiles", "Runtime"]),
    // Servers that fail in every way there is, and a transport that needs none.
    .target(name: "FaultServer", path: "Tests/FaultServer"),
    .target(name: "NetworkSupport", dependencies: ["Network", "Runtime"], path: "Tests/NetworkSupport"),
    tests("Network", of: ["FaultServer", "FolderSupport", "Network", "NetworkSupport", "Runtime"]),
    tests("Mastodon", of: ["FolderSupport", "Formats", "Mastodon", "Network", "NetworkSupport", "Runtime"]),
    tests("Archives", of: ["Archives", "CArchive", "FolderSupport", "LocalFiles", "Runtime"]),
    tests(
      "DemoSource", of: ["DemoSource", "InMemoryTimelines", "InMemoryTimelinesSupport", "FolderSupport", "Runtime"]),
    tests("SystemFiles", of: ["FolderSupport", "SystemFiles"]),
    tests("Settings", of: ["FolderSupport", "Settings", "TerminalKit"]),
    tests("Session", of: ["FolderSupport", "Session"], excluding: ["Fixtures"]),
    tests("Credentials", of: ["Credentials", "FolderSupport", "Runtime"]),
    tests("Logging", of: ["FolderSupport", "Logging", "Runtime"]),
    tests("ServerSession", of: ["FolderSupport", "Runtime", "Store", "ServerSession"]),
    tests("Assembly", of: ["tern", "Runtime", "Settings", "TerminalKit"]),
    .target(
      name: "StoreSupport", dependencies: ["Domain", "Store", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/StoreSupport"),
    tests("Store", of: ["Runtime", "Store", "StoreSupport"] + [.product(name: "GRDB", package: "GRDB.swift")]),
    tests("Root", of: ["Root", "Runtime"]),
    tests("Login", of: ["Login", "EmptyState", "Runtime", "TerminalKit"]),
    tests("Sidebar", of: ["EmptyState", "Runtime", "Sidebar", "TerminalKit"]),
    tests("Statistics", of: ["EmptyState", "Runtime", "Statistics", "TerminalKit"]),
    tests("Help", of: ["Help", "TerminalKit"]),
    tests("About", of: ["About", "TerminalKit"]),
    tests("Tour", of: ["Tour", "EmptyState", "TerminalKit"]),
    tests("EmptyState", of: ["EmptyState", "TerminalKit"]),
    tests("PostCell", of: ["PostCell", "TerminalKit"]),
    tests("UserProfile", of: ["UserProfile", "PostCell", "Runtime", "TerminalKit", "TimelineCore"]),
    tests("Report", of: ["PostCell", "Report", "Runtime", "TerminalKit", "TimelineCore"]),
    tests("ServerSearch", of: ["PostCell", "Runtime", "ServerSearch", "TerminalKit", "TimelineCore"]),
    tests("PostVersions", of: ["PostVersions", "Runtime", "TerminalKit"]),
    tests(
      "Pictures",
      of: ["FolderSupport", "Network", "NetworkSupport", "Pictures", "ProgramSupport", "Runtime", "SystemFiles"]
        + ["tern"]),
    tests("PictureView", of: ["PictureView", "PostCell", "Runtime", "TerminalKit"]),
    tests("Composer", of: ["Composer", "EmptyState", "PostCell", "Runtime", "TerminalKit"]),
    tests("Outbox", of: ["EmptyState", "Outbox", "PostCell", "Runtime", "TerminalKit", "TimelineCore"]),
    tests("PostDetail", of: ["PostDetail", "TimelineCore", "PostCell", "EmptyState", "Runtime", "TerminalKit"]),

    // Damages the fixtures of every format and looks at what comes out; `make fuzz` goes on for as long as you like.
    .target(
      name: "Fuzzing", dependencies: ["Domain", "Formats", "LocalFiles", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/Fuzzing"),
    .executableTarget(name: "FuzzProgram", dependencies: ["Fuzzing"], path: "Tests/FuzzProgram"),
    tests("Fuzzing", of: ["Formats", "Fuzzing", "Mastodon", "Network", "NetworkSupport", "Runtime"]),

    // What Unicode says against what is drawn; `make widths` asks the terminal that it runs in.
    .target(
      name: "UnicodeSupport", dependencies: ["Domain", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/UnicodeSupport"),
    .executableTarget(
      name: "WidthProgram", dependencies: ["NcursesKit", "TerminalKit", "UnicodeSupport"], path: "Tests/WidthProgram"),
    tests("Unicode", of: ["NcursesKit", "PostCell", "TerminalKit", "UnicodeSupport"]),

    // These run the program itself; they depend on it so that it is built.
    .target(
      name: "ProgramSupport",
      dependencies: ["FolderSupport", .product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/ProgramSupport"),
    .executableTarget(name: "CrashProgram", dependencies: ["NcursesKit", "TerminalKit"], path: "Tests/CrashProgram"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "tern", "CrashProgram", "WidthProgram", "FaultServer", "ProgramSupport", "PseudoTerminals", "StoreSupport",
        "TestSupport",
      ]),
    .testTarget(
      name: "ScreenTests",
      dependencies: [
        "tern", "Domain", "NcursesKit", "ProgramSupport", "Runtime", "Settings", "ServerSession", "TerminalKit",
        "TestSupport",
      ],
      exclude: ["Fixtures", "Golden"]),

    // Runs the program beside others and says what each of them costs: `make bench`.
    .target(name: "PseudoTerminals", path: "Benchmarks/PseudoTerminals"),
    .target(name: "SampleArchives", dependencies: ["CZlib"], path: "Benchmarks/SampleArchives"),
    .executableTarget(
      name: "ArchiveProgram",
      dependencies: ["SampleArchives", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Benchmarks/ArchiveProgram"),
    .target(
      name: "Benchmarking", dependencies: ["PseudoTerminals", "SampleArchives"], path: "Benchmarks/Benchmarking"),
    .executableTarget(
      name: "BareCurses", path: "Benchmarks/BareCurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    .executableTarget(
      name: "BenchProgram",
      dependencies: ["Benchmarking", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Benchmarks/BenchProgram"),
    .testTarget(
      name: "BenchmarkingTests",
      dependencies: ["tern", "Benchmarking", "CZlib", "ProgramSupport", "PseudoTerminals", "SampleArchives"]),

    // Walks at random over the whole program, in this process, on the demo; `make walk` goes on for longer.
    .testTarget(
      name: "WalkTests",
      dependencies: [
        "tern", "DemoSource", "Domain", "EmptyState", "LocalFiles", "Mastodon", "NcursesKit", "Network", "PostDetail",
        "Runtime", "Session", "Store", "ServerSession", "TerminalKit", "TestSupport", "TimelineCore",
      ]),
  ] + modules.map { .target(name: $0, dependencies: $1, path: "Sources/Modules/\($0)") },
  cxxLanguageStandard: .cxx17
)

// What is walked through byte by byte and cell by cell is optimised in debug builds, too: most of what tests do.
let optimized = ["Domain", "TerminalKit", "Formats", "LocalFiles", "Archives", "PostCell", "TestSupport"]
for target in package.targets where optimized.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
