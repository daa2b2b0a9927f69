// swift-tools-version: 6.0
import PackageDescription

// Where Apple's Combine exists, MarblesAppleCombine compiles the probes in its folder Shared for it;
// elsewhere it republishes MarblesCombine.
#if canImport(Combine)
  let (streams, withoutCombine): ([Target.Dependency], [String]) = ([], [])
#else
  let (streams, withoutCombine): ([Target.Dependency], [String]) = (["MarblesCombine"], ["Shared"])
#endif

let package = Package(
  name: "marbles",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Marbles", targets: ["Marbles"]),
    .library(name: "MarblesCombine", targets: ["MarblesCombine"]),
    .library(name: "MarblesAppleCombine", targets: ["MarblesAppleCombine"]),
    .library(name: "MarblesRx", targets: ["MarblesRx"]),
    .library(name: "MarblesScript", targets: ["MarblesScript"]),
    .library(name: "MarblesTesting", targets: ["MarblesTesting"]),
    // One target, two products: `marbles` is the name that people type; a plugin's tool has to be
    // called like its target.
    .executable(name: "marbles", targets: ["MarblesCommand"]),
    .executable(name: "MarblesCommand", targets: ["MarblesCommand"]),
    .plugin(name: "RenderMarbles", targets: ["RenderMarbles"]),
  ],
  targets: [
    .target(name: "Marbles"),
    .target(name: "MarblesCombine", dependencies: ["Marbles"]),
    .target(
      name: "MarblesAppleCombine", dependencies: ["Marbles"] + streams,
      exclude: withoutCombine),
    .target(name: "MarblesRx", dependencies: ["Marbles", "MarblesCombine"]),
    .target(name: "MarblesScript", dependencies: ["Marbles", "MarblesCombine", "MarblesRx"]),
    .target(name: "MarblesTesting", dependencies: ["Marbles"] + streams),
    .executableTarget(
      name: "MarblesCommand",
      dependencies: ["Marbles", "MarblesCombine", "MarblesRx", "MarblesScript"]),
    .executableTarget(
      name: "MarblesBench",
      dependencies: ["Marbles", "MarblesCombine", "MarblesRx", "MarblesScript"]),
    .plugin(
      name: "RenderMarbles",
      capability: .command(
        intent: .custom(
          verb: "marbles",
          description: "Draw marble diagrams, and bring the pictures in documents up to date"),
        permissions: [.writeToPackageDirectory(reason: "It writes the pictures that it draws.")]),
      dependencies: ["MarblesCommand"], path: "Sources/RenderMarbles"),
    .target(name: "MarblesTestSupport", path: "Tests/MarblesTestSupport"),
    .testTarget(name: "MarblesTests", dependencies: ["Marbles", "MarblesTestSupport"]),
    .testTarget(
      name: "MarblesCombineTests",
      dependencies: ["Marbles", "MarblesCombine", "MarblesTestSupport"]),
    .testTarget(
      name: "MarblesAppleCombineTests", dependencies: ["Marbles", "MarblesAppleCombine"]),
    .testTarget(
      name: "MarblesRxTests",
      dependencies: [
        "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript", "MarblesTestSupport",
      ]),
    .testTarget(
      name: "MarblesScriptTests",
      dependencies: ["Marbles", "MarblesCombine", "MarblesRx", "MarblesScript"]),
    .testTarget(name: "MarblesCommandTests", dependencies: ["Marbles", "MarblesCommand"]),
    .testTarget(
      name: "MarblesTestingTests",
      dependencies: ["Marbles", "MarblesCombine", "MarblesRx", "MarblesTesting"]),
    .testTarget(
      name: "HouseTests", dependencies: ["Marbles", "MarblesCombine", "MarblesScript"]),
    .testTarget(
      name: "TruthTests",
      dependencies: [
        "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript", "MarblesTestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
