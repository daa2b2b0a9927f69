import Foundation
import PackagePlugin

/// `swift package marbles …`: the command, in any package that depends on this one.
///
/// The arguments are the command's own; paths count from the package's folder. SwiftPM lets a
/// plugin write into that folder only when it is asked (`--allow-writing-to-package-directory`).
@main
struct RenderMarbles: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "MarblesCommand")
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let isStopped = process.terminationReason == .uncaughtSignal
    if isStopped || process.terminationStatus != 0 {
      // What is wrong has been said by the command; its status becomes the plugin's.
      exit(isStopped ? 70 : process.terminationStatus)
    }
  }
}
