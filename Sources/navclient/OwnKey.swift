import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

/// Prints the key by which daemons on other machines know this user.
struct OwnKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Prints the key by which a navd on another machine knows you.",
    discussion: """
      navclient key

      The owner of that navd adds it to authorized_keys, with a role: \
      echo "$KEY driver ada" >> ~/.config/navd/authorized_keys. The key is made at the first use. Its secret part is \
      in client.key, in $XDG_STATE_HOME/navd or ~/.local/state/navd: whoever has that file is taken for you.
      """
  )

  func run() throws {
    try running { () throws(ClientExit) in
      Console.print("\(try Endpoints.ownKey(in: Self.path()))")
    }
  }

  /// Returns the path of the file of this user's keys.
  static func path() throws(ClientExit) -> String {
    guard let path = UserDirectories.ofThisUser.clientKeyFile else {
      throw ClientExit(.usage, "neither XDG_STATE_HOME nor HOME is set: set one, for your own key")
    }
    return path
  }
}
