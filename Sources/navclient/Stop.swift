import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Stop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Ends the navd of this user on this machine.",
    discussion: """
      navclient stop

      Viewers are told, and sessions are kept: the next navd continues them. The command returns when navd has \
      ended. Where none runs it says so, with exit code 69.
      """
  )

  func run() throws {
    try running { () throws(ClientExit) in
      let process = try LocalDaemon(.ofThisUser).stop()
      Console.print("navd, process \(process), has ended; its sessions are kept")
    }
  }
}
