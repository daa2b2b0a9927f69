// swift-tools-version: 6.0
import PackageDescription

// The probes of MarblesAppleCombine are compiled where Apple's Combine is; elsewhere that module is
// MarblesCombine.
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
    .target(name: "MarblesRx", dependencies: ["MarblesCombine"]),
    .target(name: "MarblesScript", dependencies: ["Marbles", "MarblesCombine", "MarblesRx"]),
    .target(name: "MarblesTesting", dependencies: ["Marbles"]),
    .executableTarget(name: "MarblesCommand", dependencies: ["MarblesScript"]),
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
    .testTarget(name: "MarblesTests", dependencies: ["Marbles"]),
    .testTarget(name: "MarblesCombineTests", dependencies: ["MarblesCombine"]),
    .testTarget(name: "MarblesAppleCombineTests", dependencies: ["MarblesAppleCombine"]),
    .testTarget(name: "MarblesRxTests", dependencies: ["MarblesRx"]),
    .testTarget(name: "MarblesScriptTests", dependencies: ["MarblesScript"]),
    .testTarget(name: "MarblesCommandTests", dependencies: ["MarblesCommand"]),
    .testTarget(name: "MarblesTestingTests", dependencies: ["MarblesTesting", "MarblesCombine"]),
    .testTarget(name: "HouseTests", dependencies: ["MarblesScript"]),
    .testTarget(
      name: "TruthTests", dependencies: ["MarblesScript", "MarblesCombine", "MarblesRx"]),
  ],
  swiftLanguageModes: [.v6]
)
