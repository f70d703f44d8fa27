/// mosh on this machine, without predictions.
enum Mosh {
  static var isInstalled: Bool {
    Programs.found("mosh-server") != nil && Programs.found("mosh-client") != nil
  }

  /// Starts a server that runs a command as soon as its client is there.
  ///
  /// - Returns: the client's command.
  static func client(of command: [String], in ground: TemporaryDirectory) throws -> [String] {
    let answer = try output(
      of: ["mosh-server", "new", "-i", host, "--"] + command,
      environment: ground.environment
    )
    // `MOSH CONNECT 60001 KEY`
    let words = answer.split(whereSeparator: \.isWhitespace)
    guard let start = words.firstIndex(of: "CONNECT"), words.count > start + 2 else {
      throw BenchError("mosh-server does not start; it says: \(answer)")
    }
    return [
      "/usr/bin/env", "MOSH_KEY=\(words[start + 2])", "MOSH_PREDICTION_DISPLAY=never",
      "mosh-client", host, "\(words[start + 1])",
    ]
  }

  private static let host = "127.0.0.1"
}
