// swift-tools-version: 6.1
import PackageDescription

// All targets and their dependencies.
// `make build` checks that targets import only these.

let screen: [Target.Dependency] = ["Domain", "TerminalKit"]
let modules: KeyValuePairs<String, [Target.Dependency]> = [
  "EmptyState": screen + ["DraftChecks", "PostCell"],
  "PostCell": screen,
  "ScreenSupport": screen + ["EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "Root": ["Domain", "Runtime"],
  "Login": screen + ["EmptyState", "Runtime", "TimelineCore"],
  "Timeline": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "PostDetail": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "UserProfile": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "PostVersions": screen + ["EmptyState", "PostCell", "ScreenSupport"],
  "PictureView": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport"],
  "Report": screen + ["EmptyState", "ScreenSupport", "TimelineCore"],
  "ServerSearch": screen + ["EmptyState", "PostCell", "ScreenSupport", "TimelineCore"],
  "NotificationRequests": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "ServerInfo": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "AddressLookup": screen + ["EmptyState", "PostCell", "ScreenSupport", "TimelineCore"],
  "Composer": screen + ["DraftChecks", "EmptyState", "PostCell", "Runtime", "TimelineCore"],
  "Outbox": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TimelineCore"],
  "Statistics": screen + ["EmptyState", "ScreenSupport", "TimelineStatistics"],
  "Sidebar": screen + ["EmptyState", "Runtime", "ScreenSupport"],
  "SettingsList": screen + ["EmptyState", "PostCell", "Runtime", "ScreenSupport"],
  "Management": screen + ["EmptyState", "PostCell", "ScreenSupport", "TimelineCore"],
  "Help": ["TerminalKit"],
  "About": ["TerminalKit"],
  "Tour": screen + ["DraftChecks", "EmptyState"],
]

func tests(_ name: String, of dependencies: [Target.Dependency], excluding: [String] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies + ["Domain", "TestSupport"], exclude: excluding)
}

let package = Package(
  name: "tern",
  products: [
    .executable(name: "tern", targets: ["tern"]),
    // For the package of benchmarks.
    .library(name: "CZlib", targets: ["CZlib"]),
    .library(name: "ProgramSupport", targets: ["ProgramSupport", "PseudoTerminals"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "CGlibc"),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // For tests that create archives.
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CTomlPlusPlus", providers: [.apt(["libtomlplusplus-dev"])]),
    .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "CTerminalGuard"),
    // C interface to a C++ library.
    .target(name: "CToml", dependencies: ["CTomlPlusPlus"]),
    // libcurl, loaded on first use. Needs its header, but is not linked.
    .target(name: "CCurl"),
    // libarchive, loaded on first use, not linked.
    .target(name: "CArchiveReader"),
    // Picture decoders and libchafa, loaded on first use, not linked.
    .target(name: "CPictures"),

    // Foundations: concurrency and time, entities and use cases, terminal UI.
    .target(name: "Runtime"),
    .target(name: "Domain", dependencies: ["Runtime"]),
    // Drafts checked as their server counts them, and split into threads.
    .target(name: "DraftChecks", dependencies: ["Domain"]),
    .target(name: "TimelineStatistics", dependencies: ["Domain"]),
    // Building blocks of timeline presenters: paging, unread counts, search, updates.
    .target(name: "TimelineCore", dependencies: ["Domain", "Runtime"]),
    .target(name: "TerminalKit", dependencies: ["CGlibc"]),
    .target(name: "NcursesKit", dependencies: ["CNcurses", "CTerminalGuard", "CGlibc", "CZlib", "TerminalKit"]),

    // Sources and storage of posts. Formats parses bytes to posts, InMemoryTimelines makes timelines of parsed documents;
    // both are independent of the source.
    .target(name: "Formats", dependencies: ["CZlib", "Domain", "Runtime", "TimelineStatistics"]),
    .target(name: "InMemoryTimelines", dependencies: ["Domain", "Formats", "Runtime"]),
    .target(name: "SystemFiles", dependencies: ["CGlibc", "Domain"]),
    .target(name: "LocalFiles", dependencies: ["InMemoryTimelines", "Domain", "Formats", "Runtime", "SystemFiles"]),
    .target(
      name: "Archives",
      dependencies: ["CArchiveReader", "Domain", "Formats", "LocalFiles", "Runtime", "SystemFiles"]),
    .target(
      name: "DemoSource",
      dependencies: ["InMemoryTimelines", "Domain", "DraftChecks", "Formats", "Runtime", "SystemFiles"]),
    .target(
      name: "Store",
      dependencies: [
        "CSQLite", "Domain", "Runtime", "TimelineStatistics", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),

    // HTTP.
    .target(name: "Network", dependencies: ["CCurl", "Domain"]),
    // Client of Mastodon's API for all server software.
    .target(name: "Mastodon", dependencies: ["CNettle", "Domain", "Formats", "Network", "Runtime"]),
    // Pictures of posts: cache, download, and rendering to characters.
    .target(name: "Pictures", dependencies: ["CNettle", "CPictures", "Domain", "Network", "SystemFiles"]),
    // Server accounts: requests and cache combined to one source.
    .target(name: "ServerSession", dependencies: ["Domain", "Runtime"]),

    // Settings, session state, credentials and logs.
    .target(name: "Settings", dependencies: ["CToml", "Domain", "SystemFiles", "TerminalKit"]),
    .target(name: "Session", dependencies: ["Domain", "SystemFiles"]),
    .target(name: "Credentials", dependencies: ["Domain", "Runtime", "SystemFiles"]),
    .target(name: "Logging", dependencies: ["Domain", "Runtime", "SystemFiles"]),

    .executableTarget(
      name: "tern",
      dependencies: ["CGlibc", "Runtime", "Domain", "DraftChecks", "TerminalKit", "NcursesKit", "TimelineCore"]
        + ["Formats", "LocalFiles", "Archives", "DemoSource", "Store", "Session", "Credentials", "Logging", "Settings"]
        + ["SystemFiles", "Mastodon", "Network", "Pictures", "ServerSession", "TimelineStatistics"]
        + modules.map { .target(name: $0.key) }
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      resources: [.copy("../../../Resources/Demo")]
    ),

    .target(
      name: "TestSupport", dependencies: ["CZlib", "Domain", "Runtime", "TerminalKit"],
      path: "Tests/Support/TestSupport"),
    .target(
      name: "ScreenTestSupport",
      dependencies: ["Domain", "PostCell", "Runtime", "ScreenSupport", "TerminalKit", "TestSupport"],
      path: "Tests/Support/ScreenTestSupport"),
    .target(name: "FolderSupport", path: "Tests/Support/FolderSupport"),
    tests("Runtime", of: ["Runtime"]),
    tests("Domain", of: ["Runtime"]),
    tests("DraftChecks", of: ["DraftChecks"]),
    tests("TimelineStatistics", of: ["Runtime", "TimelineStatistics"]),
    tests("TerminalKit", of: ["TerminalKit"]),
    tests("NcursesKit", of: ["CZlib", "NcursesKit", "TerminalKit"]),
    tests("TimelineCore", of: ["TimelineCore", "Runtime"]),
    tests(
      "Timeline", of: ["Timeline", "TimelineCore", "EmptyState", "PostCell", "Runtime", "ScreenSupport", "TerminalKit"]),
    tests("Formats", of: ["Formats", "Runtime"]),
    .target(
      name: "InMemoryTimelinesSupport",
      dependencies: ["InMemoryTimelines", "Domain", "Formats", "Runtime", "TestSupport"],
      path: "Tests/Support/InMemoryTimelinesSupport"),
    tests("InMemoryTimelines", of: ["InMemoryTimelines", "InMemoryTimelinesSupport", "Formats", "Runtime"]),
    tests(
      "LocalFiles",
      of: ["InMemoryTimelines", "InMemoryTimelinesSupport", "FolderSupport", "Formats", "LocalFiles", "Runtime"]),
    // Servers with simulated failures, a transport without network, and a simulated Mastodon server for both.
    .target(name: "FaultServer", path: "Tests/Support/FaultServer"),
    .target(
      name: "NetworkSupport", dependencies: ["Domain", "Network", "Runtime"], path: "Tests/Support/NetworkSupport"),
    .target(
      name: "SimulatedServer", dependencies: ["Domain", "FaultServer", "Network", "Runtime"],
      path: "Tests/Support/SimulatedServer"),
    tests("Network", of: ["FaultServer", "FolderSupport", "Network", "NetworkSupport", "Runtime"]),
    tests("Mastodon", of: ["FolderSupport", "Formats", "Mastodon", "Network", "NetworkSupport", "Runtime"]),
    tests("Archives", of: ["Archives", "CArchive", "FolderSupport", "LocalFiles", "Runtime"]),
    tests(
      "DemoSource", of: ["DemoSource", "InMemoryTimelines", "InMemoryTimelinesSupport", "FolderSupport", "Runtime"]),
    tests("SystemFiles", of: ["FolderSupport", "SystemFiles"]),
    tests("Settings", of: ["FolderSupport", "Settings", "TerminalKit"]),
    tests("Session", of: ["FolderSupport", "Session"], excluding: ["Fixtures"]),
    tests("Credentials", of: ["Credentials", "FolderSupport", "Runtime", "SystemFiles"]),
    tests("Logging", of: ["FolderSupport", "Logging", "Runtime"]),
    tests("ServerSession", of: ["FolderSupport", "Runtime", "Store", "ServerSession"]),
    tests(
      "Assembly",
      of: ["tern", "Credentials", "FolderSupport", "Mastodon", "Network", "NetworkSupport", "Runtime", "ServerSession"]
        + ["Settings", "Store", "TerminalKit"]
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .target(
      name: "StoreSupport", dependencies: ["Domain", "Store", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Support/StoreSupport"),
    tests(
      "Store",
      of: ["Runtime", "Store", "StoreSupport", "TimelineStatistics"] + [.product(name: "GRDB", package: "GRDB.swift")]),
    tests("Root", of: ["Root", "Runtime"]),
    tests("Login", of: ["Login", "EmptyState", "Runtime", "TerminalKit"]),
    tests("Sidebar", of: ["ScreenSupport", "ScreenTestSupport", "Sidebar", "TerminalKit"]),
    tests(
      "Statistics",
      of: ["Runtime", "ScreenSupport", "ScreenTestSupport", "Statistics", "TerminalKit", "TimelineStatistics"]),
    tests(
      "SettingsList",
      of: ["EmptyState", "Runtime", "ScreenSupport", "ScreenTestSupport", "SettingsList", "TerminalKit"]),
    tests(
      "Management",
      of: ["EmptyState", "Management", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit", "TimelineCore"]),
    tests("Help", of: ["Help", "TerminalKit"]),
    tests("About", of: ["About", "TerminalKit"]),
    tests("Tour", of: ["Tour", "EmptyState", "TerminalKit"]),
    tests("EmptyState", of: ["EmptyState", "TerminalKit"]),
    tests("PostCell", of: ["PostCell", "TerminalKit"]),
    tests("ScreenSupport", of: ["EmptyState", "PostCell", "Runtime", "ScreenSupport", "TerminalKit"]),
    tests(
      "UserProfile",
      of: ["UserProfile", "PostCell", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit", "TimelineCore"]),
    tests("Report", of: ["Report", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit", "TimelineCore"]),
    tests(
      "ServerSearch",
      of: ["PostCell", "Runtime", "ScreenSupport", "ScreenTestSupport", "ServerSearch", "TerminalKit", "TimelineCore"]),
    tests(
      "NotificationRequests",
      of: [
        "EmptyState", "NotificationRequests", "PostCell", "Runtime", "ScreenSupport", "ScreenTestSupport",
        "TerminalKit", "TimelineCore",
      ]),
    tests(
      "ServerInfo", of: ["PostCell", "Runtime", "ScreenSupport", "ScreenTestSupport", "ServerInfo", "TerminalKit"]),
    tests("AddressLookup", of: ["AddressLookup", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit"]),
    tests("PostVersions", of: ["PostVersions", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit"]),
    tests(
      "Pictures",
      of: ["FolderSupport", "Network", "NetworkSupport", "Pictures", "ProgramSupport", "Runtime", "SystemFiles"]
        + ["tern"]),
    tests("PictureView", of: ["PictureView", "PostCell", "Runtime", "ScreenSupport", "TerminalKit"]),
    tests("Composer", of: ["Composer", "EmptyState", "PostCell", "Runtime", "TerminalKit"]),
    tests(
      "Outbox",
      of: [
        "EmptyState", "Outbox", "PostCell", "Runtime", "ScreenSupport", "ScreenTestSupport", "TerminalKit",
        "TimelineCore",
      ]),
    tests(
      "PostDetail",
      of: ["PostDetail", "TimelineCore", "PostCell", "EmptyState", "Runtime", "ScreenSupport", "TerminalKit"]),

    // Fuzzing of all file formats; `make fuzz` runs for any duration.
    .target(
      name: "Fuzzing", dependencies: ["Domain", "Formats", "LocalFiles", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/Support/Fuzzing"),
    .executableTarget(name: "FuzzProgram", dependencies: ["Fuzzing"], path: "Tests/Programs/FuzzProgram"),
    tests("Fuzzing", of: ["Formats", "Fuzzing", "Mastodon", "Network", "NetworkSupport", "Runtime"]),

    // Comparison of layout with Unicode's data; `make widths` compares with the current terminal.
    .target(
      name: "UnicodeSupport", dependencies: ["Domain", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/Support/UnicodeSupport"),
    .executableTarget(
      name: "WidthProgram", dependencies: ["NcursesKit", "TerminalKit", "UnicodeSupport"],
      path: "Tests/Programs/WidthProgram"),
    tests("Unicode", of: ["NcursesKit", "PostCell", "TerminalKit", "UnicodeSupport"]),

    // Tests that run the program; the dependency ensures that it is built.
    .target(
      name: "ProgramSupport",
      dependencies: ["FolderSupport", .product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/Support/ProgramSupport"),
    .executableTarget(
      name: "CrashProgram", dependencies: ["NcursesKit", "TerminalKit"], path: "Tests/Programs/CrashProgram"),
    .target(name: "PseudoTerminals", path: "Tests/Support/PseudoTerminals"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "tern", "CrashProgram", "WidthProgram", "FaultServer", "ProgramSupport", "PseudoTerminals", "SimulatedServer",
        "StoreSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ScreenTests",
      dependencies: [
        "tern", "Domain", "NcursesKit", "ProgramSupport", "Runtime", "Settings", "ServerSession", "TerminalKit",
        "TestSupport",
      ],
      exclude: ["Fixtures", "Golden"]),

    // Random walks through the whole program on demo data, in process; `make walk` runs longer ones.
    .testTarget(
      name: "WalkTests",
      dependencies: [
        "tern", "DemoSource", "Domain", "EmptyState", "LocalFiles", "Mastodon", "NcursesKit", "Network", "PostDetail",
        "Runtime", "ScreenSupport", "Session", "Settings", "SimulatedServer", "Store", "ServerSession", "TerminalKit",
        "TestSupport", "TimelineCore",
      ]),
  ] + modules.map { .target(name: $0, dependencies: $1) },
  cxxLanguageStandard: .cxx17
)

// The directories of targets. Those of tests are in Tests/Unit unless listed here.
let directories: KeyValuePairs<String, [String]> = [
  "Sources/App": ["tern"],
  "Sources/Screens/Shared": ["EmptyState", "PostCell", "ScreenSupport"],
  "Sources/Screens": modules.map(\.key),
  "Sources/UI": ["NcursesKit", "TerminalKit"],
  "Sources/Core": ["Domain", "DraftChecks", "Runtime", "TimelineCore", "TimelineStatistics"],
  "Sources/Data": ["Archives", "DemoSource", "Formats", "InMemoryTimelines", "LocalFiles", "Store"],
  "Sources/Servers": ["Mastodon", "Network", "ServerSession"],
  "Sources/Platform": ["Credentials", "Logging", "Pictures", "Session", "Settings", "SystemFiles"],
]
let testDirectories = [
  "EndToEndTests": "EndToEnd", "FuzzingTests": "Fuzz", "ScreenTests": "Screens", "WalkTests": "Walk",
]
for target in package.targets where target.path == nil {
  if target.type == .test {
    target.path = "Tests/\(testDirectories[target.name] ?? "Unit/\(target.name)")"
  } else {
    let directory = directories.first { $0.value.contains(target.name) }?.key ?? "Sources/C"
    target.path = "\(directory)/\(target.name)"
  }
}

// Targets that process bytes and cells are optimised in debug builds, too, because tests spend most of their time there.
let optimized = [
  "Domain", "DraftChecks", "TimelineStatistics", "TerminalKit", "Formats", "LocalFiles", "Archives", "PostCell",
  "TestSupport",
]
for target in package.targets where optimized.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
