/// The commands of a script and of the files that it includes, with their mistakes.
///
/// A line is a command: one of a session (`CommandTable`), or one of these.
///
///     key NAME...              keys by their names
///     text WORDS               keys by their characters; without words: the session's command of this name
///     tap X Y, tap WORDS       a column and a row from 0, or what is on the screen
///     drag FROM DX DY [V]      a pan along one axis, from a place as of `tap`; its velocity in cells per second
///     wait [CONDITION [TIME]]  settled, page TITLE, text TEXT, viewers COUNT or version NUMBER; without: settled
///     wait TIME                500ms, 2s
///     expect CONDITION         page TITLE, text TEXT, place NUMBER[/COUNT] or viewers COUNT
///     snapshot FILE [--size CxR]
///     pace TIME                the pause after each input from here on
///     mark NAME                a place at which a run can begin
///     say TEXT                 prints a text, and has it in recordings of the session
///     open PATH...             shows content; before everything that needs a session
///     include FILE             the commands of another file
///
/// Words with blanks stand in quotation marks; `#` begins a comment. `navclient send` takes the inputs among these, and
/// `navd layout` all that needs no other viewer.
package struct Script: Hashable, Sendable {
  package private(set) var commands: [ScriptCommand] = []
  /// At most `mostFaults`.
  package private(set) var faults: [ScriptFault] = []

  /// The most commands of a script, with those that it includes.
  package static let commandLimit = 100_000
  /// The most files that a script includes.
  package static let includeLimit = 1_000
  /// The most bytes of a file.
  package static let byteLimit = 4 << 20
  package static let mostFaults = 100

  /// Parses a script.
  ///
  /// - Parameters:
  ///   - text: the text of its file.
  ///   - path: the path of its file, against which the paths in it are resolved.
  ///   - load: returns the text of a file that it includes.
  package init(
    _ text: String,
    path: String,
    include load: (String) throws(CommandError) -> String
  ) {
    var reading = Reading()
    reading.read(text, in: [path], load)
    reading.check()
    commands = reading.commands
    faults = reading.faults
  }

  /// Parses commands that follow one another on a command line, where a text is one word.
  ///
  /// - Throws: a `CommandError` for the first mistake.
  package init(words: [String]) throws(CommandError) {
    var parser = ScriptParser([ScriptWord](words), isOne: false)
    do throws(ScriptMistake) {
      while let (action, words) = try parser.next() {
        guard case .action(let action) = action else {
          throw ScriptMistake("include is for files: give that one with --script", at: words[0])
        }
        guard commands.count < Self.commandLimit else {
          throw ScriptMistake("more than \(Self.commandLimit) commands: give fewer", at: words[0])
        }
        commands.append(
          ScriptCommand(action, text: words.map(\.source).joined(separator: " "))
        )
      }
    } catch {
      throw CommandError(error.problem)
    }
  }

  /// Parses one command from the words of a command line; a single word may be a line of a script.
  ///
  /// - Returns: nil for none.
  /// - Throws: a `CommandError` for a mistake.
  package static func action(of words: [String]) throws(CommandError) -> ScriptAction? {
    do throws(ScriptMistake) {
      let words = words.count == 1 ? try [ScriptWord](line: words[0]) : [ScriptWord](words)
      var parser = ScriptParser(words, isOne: true)
      guard let (action, _) = try parser.next() else { return nil }
      guard case .action(let action) = action else {
        throw ScriptMistake("include is for files: `navclient run` runs one", at: words[0])
      }
      return action
    } catch {
      throw CommandError(error.problem)
    }
  }
}

/// A mistake in a script.
package struct ScriptFault: Hashable, Sendable {
  package let place: ScriptPlace
  /// A message that says what is wrong and what to do.
  package let problem: String

  package init(place: ScriptPlace, problem: String) {
    self.place = place
    self.problem = problem
  }
}

/// The reading of a script and the files that it includes.
private struct Reading {
  var commands: [ScriptCommand] = []
  var faults: [ScriptFault] = []
  private var includes = 0

  /// - Parameter path: the paths of the files that include one another; the last one is that of the text.
  mutating func read(
    _ text: String,
    in path: [String],
    _ load: (String) throws(CommandError) -> String
  ) {
    let file = path[path.count - 1]
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    for (index, line) in lines.enumerated() where faults.count < Script.mostFaults {
      do throws(ScriptMistake) {
        let words = try [ScriptWord](line: line)
        var parser = ScriptParser(words, isOne: true)
        guard let (action, _) = try parser.next() else { continue }
        guard commands.count < Script.commandLimit else {
          let problem = "more than \(Script.commandLimit) commands: write fewer"
          throw ScriptMistake(problem, at: words[0])
        }
        switch action {
        case .include(let word): try include(word, in: path, load)
        case .action(var action):
          if case .open(let paths) = action { action = .open(paths.map { $0.resolved(in: file) }) }
          let place = ScriptPlace(path: file, line: index + 1, column: words[0].column)
          let source = words.map(\.source).joined(separator: " ")
          commands.append(ScriptCommand(action, text: source, at: place))
        }
      } catch {
        let place = ScriptPlace(path: file, line: index + 1, column: error.column)
        faults.append(ScriptFault(place: place, problem: error.problem))
        if commands.count >= Script.commandLimit { return }
      }
    }
  }

  private mutating func include(
    _ word: ScriptWord,
    in path: [String],
    _ load: (String) throws(CommandError) -> String
  ) throws(ScriptMistake) {
    let file = word.text.resolved(in: path[path.count - 1])
    guard !path.contains(file) else {
      throw ScriptMistake("'\(word.text)' includes itself: leave this line out", at: word)
    }
    includes += 1
    guard includes <= Script.includeLimit else {
      throw ScriptMistake("more than \(Script.includeLimit) files: include fewer", at: word)
    }
    let text: String
    do throws(CommandError) {
      text = try load(file)
    } catch {
      throw ScriptMistake(error.description, at: word)
    }
    read(text, in: path + [file], load)
  }

  /// Finds the mistakes that no single line has.
  mutating func check() {
    var marks: Set<String> = []
    var hasBegun = false
    for command in commands {
      guard let place = command.place, faults.count < Script.mostFaults else { return }
      switch command.action {
      case .mark(let name):
        guard !marks.insert(name).inserted else { break }
        let problem = "there is a mark '\(name)' already: give this one another name"
        faults.append(ScriptFault(place: place, problem: problem))
      case .open:
        if hasBegun {
          let problem = "open comes before everything that needs the session: move it up"
          faults.append(ScriptFault(place: place, problem: problem))
        }
        hasBegun = true
      case .input, .wait, .expect, .snapshot: hasBegun = true
      case .pause, .pace, .say: break
      }
    }
  }
}

extension String {
  /// Returns the path as seen from the working directory, if it stands in a file.
  fileprivate func resolved(in file: String) -> String {
    guard !hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    return file[...slash] + self
  }
}
