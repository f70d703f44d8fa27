import NavBase

/// The reason why a command's output can't be shown.
package struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sanitised line: what happened and what to do.
  package let description: String

  package init(_ text: String) {
    description = sanitized(text)
  }

  /// Makes the error of a failed tool.
  ///
  /// - Parameters:
  ///   - tool: the command as shown to people.
  ///   - output: the output of the tool.
  ///   - limits: the limits under which it ran.
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
  /// Runs a tool and returns its complete standard output.
  ///
  /// - Parameters:
  ///   - tool: the command as shown to people, for errors.
  ///   - limits: the limits under which it runs.
  /// - Returns: its standard output.
  /// - Throws: an error if the tool can't be run, fails, or exceeds a limit.
  func output(of tool: String, within limits: ProcessLimits = .tool) throws(ProgramError) -> [UInt8]
  {
    var invocation = self
    invocation.errors = .apart
    let output: ProcessOutput
    do {
      output = try invocation.run(within: limits)
    } catch {
      throw ProgramError(error.description)
    }
    guard output.end.isSuccess else { throw ProgramError(tool, output, within: limits) }
    return output.bytes
  }
}
