// swift-tools-version: 6.1
import PackageDescription

// The map of the house: each target and all that it may import.
// `make build` has the compiler hold everyone to it.

let screen: [Target.Dependency] = ["Domain", "TerminalKit"]
let modules: KeyValuePairs<String, [Target.Dependency]> = [
  "EmptyState": screen,
  "PostCell": screen,
  "Root": ["Domain"],
  "Login": screen + ["EmptyState"],
  "Timeline": screen + ["EmptyState", "PostCell"],
  "PostDetail": screen + ["EmptyState", "PostCell"],
  "Help": ["TerminalKit"],
  "About": ["TerminalKit"],
  "Tour": screen + ["EmptyState"],
]

func tests(_ name: String, of dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies + ["Domain", "TestSupport"])
}

let package = Package(
  name: "tern",
  products: [.executable(name: "tern", targets: ["tern"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CWidth"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "CTerminalGuard"),
    .target(name: "Domain"),
    .target(name: "TerminalKit", dependencies: ["CWidth"]),
    .target(name: "NcursesKit", dependencies: ["CNcurses", "CTerminalGuard", "CWidth", "TerminalKit"]),
    .target(name: "DataLayer", dependencies: ["Domain", "CArchive", "CZlib"]),
    .target(
      name: "Store",
      dependencies: [
        "Domain", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .executableTarget(
      name: "tern",
      dependencies: ["CMainQueue", "Domain", "TerminalKit", "NcursesKit", "DataLayer", "Store"]
        + modules.map { .target(name: $0.key) }
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      resources: [.copy("../../Resources/Demo")]
    ),

    .target(name: "TestSupport", dependencies: ["Domain", "TerminalKit"], path: "Tests/TestSupport"),
    tests("Domain", of: []),
    tests("TerminalKit", of: ["TerminalKit"]),
    tests("NcursesKit", of: ["NcursesKit", "TerminalKit"]),
    tests("Timeline", of: ["Timeline", "EmptyState", "PostCell", "TerminalKit"]),
    tests("DataLayer", of: ["CArchive", "DataLayer"]),
    .target(
      name: "StoreSupport", dependencies: ["Domain", "Store", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/StoreSupport"),
    tests("Store", of: ["Store", "StoreSupport"] + [.product(name: "GRDB", package: "GRDB.swift")]),
    tests("Root", of: ["Root"]),
    tests("Login", of: ["Login", "EmptyState", "TerminalKit"]),
    tests("Help", of: ["Help", "TerminalKit"]),
    tests("About", of: ["About", "TerminalKit"]),
    tests("Tour", of: ["Tour", "EmptyState", "TerminalKit"]),
    tests("EmptyState", of: ["EmptyState", "TerminalKit"]),
    tests("PostCell", of: ["PostCell", "TerminalKit"]),
    tests("PostDetail", of: ["PostDetail", "PostCell", "EmptyState", "TerminalKit"]),

    // Damages the fixtures of every format and looks at what comes out; `make fuzz` goes on for as long as you like.
    .target(
      name: "Fuzzing", dependencies: ["DataLayer", "Domain", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/Fuzzing"),
    .executableTarget(name: "FuzzProgram", dependencies: ["Fuzzing"], path: "Tests/FuzzProgram"),
    tests("Fuzzing", of: ["Fuzzing"]),

    // What Unicode says against what is drawn; `make widths` asks the terminal that it runs in.
    .target(
      name: "UnicodeSupport", dependencies: ["Domain", "PostCell", "TerminalKit", "TestSupport"],
      path: "Tests/UnicodeSupport"),
    .executableTarget(
      name: "WidthProgram", dependencies: ["NcursesKit", "TerminalKit", "UnicodeSupport"], path: "Tests/WidthProgram"),
    tests("Unicode", of: ["NcursesKit", "PostCell", "TerminalKit", "UnicodeSupport"]),

    // These run the program itself; they depend on it so that it is built.
    .target(
      name: "ProgramSupport", dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/ProgramSupport"),
    .executableTarget(name: "CrashProgram", dependencies: ["NcursesKit", "TerminalKit"], path: "Tests/CrashProgram"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "tern", "CrashProgram", "WidthProgram", "ProgramSupport", "PseudoTerminals", "StoreSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ScreenTests", dependencies: ["tern", "ProgramSupport", "TestSupport"], exclude: ["Fixtures", "Golden"]),

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
      dependencies: ["tern", "DataLayer", "Domain", "EmptyState", "NcursesKit", "TerminalKit", "TestSupport"]),
  ] + modules.map { .target(name: $0, dependencies: $1, path: "Sources/Modules/\($0)") }
)
