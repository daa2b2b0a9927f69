import Foundation
import PackagePlugin

/// `swift package marbles …`: the command, in any package that depends on this one.
///
/// The arguments are those of the command; paths are relative to the package's folder. SwiftPM
/// permits a plugin to write there with `--allow-writing-to-package-directory` only.
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
      // The command has reported the errors; its exit status becomes that of the plugin.
      exit(isStopped ? 70 : process.terminationStatus)
    }
  }
}
