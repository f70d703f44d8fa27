import NavSystem

/// A navd that is started again and again without any state.
struct PlainStart {
  private let ground: TemporaryDirectory
  private let daemon: Navd

  init(in ground: TemporaryDirectory) throws {
    self.ground = ground
    daemon = try Navd(in: ground)
  }

  /// Stops the daemon, removes its state, and starts it.
  ///
  /// - Returns: the time from the start until it answers.
  func time() throws -> Duration {
    _ = try daemon.stop(within: .seconds(10))
    run(["/bin/rm", "-rf", "\(ground.path)/state"])
    let start = try daemon.startAgain()
    return try daemon.firstAnswer() - start
  }
}
