import NavText

/// Why a command's output can't be shown.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sanitised line: what happened and what to do.
  package let description: String

  package init(_ text: String) {
    description = sanitized(text)
  }

  /// What a tool said when it failed.
  ///
  /// - Parameters:
  ///   - tool: what was run, as people write it.
  ///   - output: what it printed.
  ///   - limits: what it was given.
  init(_ tool: String, _ output: ProcessOutput, within limits: ProcessLimits) {
    let said = String(decoding: output.errors.prefix(4_096), as: UTF8.self)
      .split(separator: "\n").first.map(String.init)
    switch output.end {
    case .exited: self.init("\(tool): \(said ?? "it failed and did not say why")")
    case .signalled(let signal): self.init("\(tool): ended by signal \(signal); try again")
    case .stopped(.output):
      self.init("\(tool): more than \(byteLimit(limits.outputBytes)) of output; ask for less")
    case .stopped(.time):
      self.init("\(tool): took longer than \(ProcessEnd.text(limits.time)); ask for less")
    case .stopped(.unwanted): self.init("\(tool): was ended")
    }
  }
}

extension Invocation {
  /// Runs a tool whose output is all that is wanted.
  ///
  /// - Parameters:
  ///   - tool: as people write it.
  ///   - limits: what it may take.
  /// - Returns: its output.
  /// - Throws: where it can't be run, fails, or prints too much.
  func output(of tool: String, within limits: ProcessLimits = .tool) throws(CommandError) -> [UInt8]
  {
    var invocation = self
    invocation.errors = .apart
    let output: ProcessOutput
    do {
      output = try invocation.run(within: limits)
    } catch {
      throw CommandError(error.description)
    }
    guard output.end.isSuccess else { throw CommandError(tool, output, within: limits) }
    return output.bytes
  }
}
