/// Letters that are four rows high, drawn with half blocks: a font of Latin letters, digits and punctuation.
///
/// A letter is eight pixels high: capitals take the upper six, and two are below the line. It is one to six pixels, and
/// so columns, wide; one blank column follows it.
package enum LargeLetters {
  /// The rows of a line.
  package static let rows = 4

  /// Returns the columns of a line; nil if a character has no letter, or there is none.
  package static func columns(of text: String) -> Int? {
    var columns = -1
    for character in text {
      guard let letter = letters[character] else { return nil }
      columns += letter.columns + 1
    }
    return columns > 0 ? columns : nil
  }

  /// Returns a row of a character's letter, with the blank behind it; empty for a character without a letter.
  static func blocks(of character: Character, row: Int) -> String {
    letters[character]?.rows[row] ?? ""
  }

  /// By the pixels: none, the upper, the lower, both.
  private static let blocks = [" ", "▀", "▄", "█"]

  /// The rows of each letter, with the blank behind it: they are painted in each frame.
  private static let letters: [Character: (columns: Int, rows: [String])] = {
    var letters: [Character: (columns: Int, rows: [String])] = [
      " ": (2, Array(repeating: "   ", count: rows))
    ]
    let lines = sheet.utf8.split(separator: UInt8(ascii: "\n"))
    for line in stride(from: 0, to: lines.count, by: 9) {
      let pixels = lines[line + 1..<line + 9].map { Array($0) }
      let parts = pixels[0].indices.split { pixels[0][$0] == UInt8(ascii: " ") }
      for (letter, part) in zip(Substring(lines[line]), parts) {
        let drawn = (0..<rows).map { row -> String in
          let (upper, lower) = (pixels[2 * row], pixels[2 * row + 1])
          let ink = UInt8(ascii: "#")
          return part.map { blocks[(upper[$0] == ink ? 1 : 0) + (lower[$0] == ink ? 2 : 0)] }
            .joined()
        }
        letters[letter] = (part.count, drawn.map { $0 + " " })
      }
    }
    return letters
  }()

  /// The letters, and below them their pixels.
  private static let sheet = #"""
    ABCDEFGHIJKLMNOPQRS
    .##. ###. .### ###. #### #### .### #..# ### ..## #..# #... #...# #...# .##. ###. .##. ###. .###
    #..# #..# #... #..# #... #... #... #..# .#. ...# #.#. #... ##.## ##..# #..# #..# #..# #..# #...
    #..# ###. #... #..# ###. ###. #... #### .#. ...# ##.. #... #.#.# #.#.# #..# #..# #..# #..# .##.
    #### #..# #... #..# #... #... #.## #..# .#. ...# ##.. #... #.#.# #.#.# #..# ###. #..# ###. ...#
    #..# #..# #... #..# #... #... #..# #..# .#. #..# #.#. #... #...# #..## #..# #... #.## #.#. ...#
    #..# ###. .### ###. #### #... .### #..# ### .##. #..# #### #...# #...# .##. #... .### #..# ###.
    .... .... .... .... .... .... .... .... ... .... .... .... ..... ..... .... .... .... .... ....
    .... .... .... .... .... .... .... .... ... .... .... .... ..... ..... .... .... .... .... ....
    TUVWXYZabcdefghijklm
    ##### #..# #...# #...# #...# #...# #### .... #... ... ...# .... .## .... #... # .# #... #. .....
    ..#.. #..# #...# #...# .#.#. .#.#. ...# .... #... ... ...# .... #.. .... #... . .. #... #. .....
    ..#.. #..# #...# #.#.# ..#.. ..#.. ..#. .### ###. .## .### .##. ### .### ###. # .# #.#. #. ####.
    ..#.. #..# .#.#. #.#.# ..#.. ..#.. .#.. #..# #..# #.. #..# #### #.. #..# #..# # .# ##.. #. #.#.#
    ..#.. #..# .#.#. ##.## .#.#. ..#.. #... #..# #..# #.. #..# #... #.. #..# #..# # .# #.#. #. #.#.#
    ..#.. .##. ..#.. #...# #...# ..#.. #### .### ###. .## .### .### #.. .### #..# # .# #..# .# #.#.#
    ..... .... ..... ..... ..... ..... .... .... .... ... .... .... ... ...# .... . .# .... .. .....
    ..... .... ..... ..... ..... ..... .... .... .... ... .... .... ... ###. .... . #. .... .. .....
    nopqrstuvwxyz012345
    .... .... .... .... ... .... ... .... ..... ..... .... .... .... .##. .#. ###. ###. #..# ####
    .... .... .... .... ... .... .#. .... ..... ..... .... .... .... #..# ##. ...# ...# #..# #...
    ###. .##. ###. .### #.# .### ### #..# #...# #...# #..# #..# #### #.## .#. ..#. .##. #### ###.
    #..# #..# #..# #..# ##. ##.. .#. #..# #...# #.#.# .##. #..# ..#. ##.# .#. .#.. ...# ...# ...#
    #..# #..# #..# #..# #.. ..## .#. #..# .#.#. #.#.# .##. #..# .#.. #..# .#. #... ...# ...# ...#
    #..# .##. ###. .### #.. ###. .## .### ..#.. .#.#. #..# .### #### .##. ### #### ###. ...# ###.
    .... .... #... ...# ... .... ... .... ..... ..... .... ...# .... .... ... .... .... .... ....
    .... .... #... ...# ... .... ... .... ..... ..... .... ###. .... .... ... .... .... .... ....
    6789!"#$%&'()*+,-./:;<=
    .##. #### .##. .##. # #.# .#.#. ..#.. ##..# .##.. # .# #. ... ..... .. ... . ...# . .. ... ....
    #... ...# #..# #..# # #.# ##### .#### ##.#. #..#. # #. .# #.# ..#.. .. ... . ...# . .. ..# ....
    ###. ..#. .##. .### # ... .#.#. #.#.. ..#.. .##.. . #. .# .#. ..#.. .. ... . ..#. # .# .#. ####
    #..# ..#. #..# ...# # ... .#.#. .###. ..#.. #.#.# . #. .# #.# ##### .. ### . .#.. . .. #.. ....
    #..# .#.. #..# ...# . ... ##### ..#.# .#.## #..#. . #. .# ... ..#.. .. ... . #... . .. .#. ####
    .##. .#.. .##. .##. # ... .#.#. ####. #..## .##.# . .# #. ... ..#.. .# ... # #... # .# ..# ....
    .... .... .... .... . ... ..... ..#.. ..... ..... . .. .. ... ..... .# ... . .... . .# ... ....
    .... .... .... .... . ... ..... ..... ..... ..... . .. .. ... ..... #. ... . .... . #. ... ....
    >?@[\]^_`{|}~–—’“”…·×→
    ... ###. .###. ## #... ## .#. .... #. .## # ##. .... .... ...... # #.# #.# ..... . ... .....
    #.. ...# #...# #. #... .# #.# .... .# .#. # .#. .... .... ...... # #.# #.# ..... . ... ..#..
    .#. ..#. #.### #. .#.. .# ... .... .. #.. # ..# .#.# .... ...... . ... ... ..... . #.# ...#.
    ..# .#.. #.### #. ..#. .# ... .... .. .#. # .#. #.#. #### ###### . ... ... ..... # .#. #####
    .#. .... #.... #. ...# .# ... .... .. .#. # .#. .... .... ...... . ... ... ..... . #.# ...#.
    #.. .#.. .###. ## ...# ## ... .... .. .## # ##. .... .... ...... . ... ... #.#.# . ... ..#..
    ... .... ..... .. .... .. ... #### .. ... # ... .... .... ...... . ... ... ..... . ... .....
    ... .... ..... .. .... .. ... .... .. ... . ... .... .... ...... . ... ... ..... . ... .....
    áàâäãéèêëíìîïóòôöõúù
    ..#. .#.. .##. #..# .#.# ..#. .#.. .##. #..# ..# #.. .#. #.# ..#. .#.. .##. #..# .#.# ..#. .#..
    .#.. ..#. .... .... #.#. .#.. ..#. .... .... .#. .#. #.# ... .#.. ..#. .... .... #.#. .#.. ..#.
    .### .### .### .### .### .##. .##. .##. .##. .#. .#. .#. .#. .##. .##. .##. .##. .##. #..# #..#
    #..# #..# #..# #..# #..# #### #### #### #### .#. .#. .#. .#. #..# #..# #..# #..# #..# #..# #..#
    #..# #..# #..# #..# #..# #... #... #... #... .#. .#. .#. .#. #..# #..# #..# #..# #..# #..# #..#
    .### .### .### .### .### .### .### .### .### .#. .#. .#. .#. .##. .##. .##. .##. .##. .### .###
    .... .... .... .... .... .... .... .... .... ... ... ... ... .... .... .... .... .... .... ....
    .... .... .... .... .... .... .... .... .... ... ... ... ... .... .... .... .... .... .... ....
    ûüñçåßøÄÖÜÉ
    .##. #..# .#.# ... .##. .##. .... #..# #..# #..# ..#.
    .... .... #.#. ... .##. #..# ...# .##. .##. .... .#..
    #..# #..# ###. .## .### #.#. .##. #..# #..# #..# ####
    #..# #..# #..# #.. #..# #..# #.## #### #..# #..# ###.
    #..# #..# #..# #.. #..# #..# ##.# #..# #..# #..# #...
    .### .### #..# .## .### #.#. .##. #..# .##. .##. ####
    .... .... .... .#. .... .... #... .... .... .... ....
    .... .... .... #.. .... .... .... .... .... .... ....
    """#
}

extension TextRow {
  /// The codes of `fillCode` for the rows of a line of large letters; the text is that of the first of them.
  private static let largeFills: ClosedRange<UInt8> = 35...38

  /// Which row of a line of large letters it is, from 0; nil for any other row.
  ///
  /// A viewer that does not know them shows the text in the first row and nothing in the others.
  package var largeRow: Int? {
    get { Self.largeFills.contains(fillCode) ? Int(fillCode - Self.largeFills.lowerBound) : nil }
    set { fillCode = newValue.map { Self.largeFills.lowerBound + UInt8($0) } ?? 0 }
  }

  /// The columns of the row's text as it is drawn.
  var shownColumns: Int {
    largeRow == 0 ? LargeLetters.columns(of: text) ?? 0 : columnWidth(of: text)
  }

  /// Returns a row of the text in large letters.
  package func large(row: Int) -> TextRow {
    var builder = RowBuilder()
    runs.forEachPart(of: text) { part, style in
      for character in part {
        builder.append(LargeLetters.blocks(of: character, row: row), style: style)
      }
    }
    return builder.row(indent: indent)
  }
}
