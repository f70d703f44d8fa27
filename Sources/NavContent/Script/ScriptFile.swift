package import NavBase
import NavSystem

/// A script that was read from a file, with what is wrong with it.
package struct ScriptFile: Sendable {
  package let script: Script
  /// At most `Lint.mostFindings`; some may be in files that it includes.
  package let findings: [LintFinding]

  /// Reads a script, and the files that it includes.
  ///
  /// - Parameter path: the path of the file; `-` is standard input.
  /// - Throws: an error if the file can't be read.
  package init(path: String) throws(ContentError) {
    guard path == "-" else {
      self.init(try loadText(path: path, limit: Script.byteLimit), path: path)
      return
    }
    var text = ""
    while text.utf8.count <= Script.byteLimit, let line = readLine(strippingNewline: false) {
      text += line
    }
    guard text.utf8.count <= Script.byteLimit else {
      throw ContentError.tooLarge(path: "standard input", limit: Script.byteLimit)
    }
    self.init(text, path: "standard input")
  }

  /// Parses a script, and reads the files that it includes.
  ///
  /// - Parameters:
  ///   - text: the text of the file.
  ///   - path: the path of the file, against which the paths in it are resolved.
  package init(_ text: String, path: String) {
    var texts = [path: text]
    script = Script(text, path: path) { file throws(CommandError) in
      do throws(ContentError) {
        let text = try loadText(path: file, limit: Script.byteLimit)
        texts[file] = text
        return text
      } catch {
        throw CommandError("\(error)")
      }
    }
    let faults = script.faults + script.commands.compactMap(\.fault)
    findings = faults.prefix(Lint.mostFindings).map { fault in
      let place = fault.place
      let text = LintedText(texts[place.path] ?? "", path: place.path, breaks: .markdown)
      return text.finding(fault.problem, .error, line: place.line, column: place.column)
    }
  }
}

extension ScriptCommand {
  /// The fault of the files that it names; nil if they are there.
  fileprivate var fault: ScriptFault? {
    guard case .open(let paths) = action, let place else { return nil }
    for path in paths {
      do throws(SystemFailure) {
        _ = try FoundPath(path)
      } catch {
        return ScriptFault(place: place, problem: "can't open \(path): \(error)")
      }
    }
    return nil
  }
}
