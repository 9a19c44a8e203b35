// swift-tools-version: 6.1
import PackageDescription

// Benchmarks of Tern and of other programs: `make bench`. They know nothing of Tern but its command line.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "tern", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .target(name: "SampleArchives", dependencies: [.product(name: "CZlib", package: "tern")]),
    .executableTarget(
      name: "ArchiveProgram",
      dependencies: ["SampleArchives", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .target(
      name: "Benchmarking", dependencies: ["SampleArchives", .product(name: "ProgramSupport", package: "tern")]),
    .executableTarget(name: "BareCurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    .executableTarget(
      name: "BenchProgram",
      dependencies: ["Benchmarking", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .testTarget(
      name: "BenchmarkingTests",
      dependencies: [
        "Benchmarking", "SampleArchives", .product(name: "CZlib", package: "tern"),
        .product(name: "ProgramSupport", package: "tern"),
      ]),
  ]
)
