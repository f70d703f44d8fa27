import CCMark

/// Formulas in TeX's notation, `$...$` and `$$...$$`: as Unicode where that says exactly the same.
enum Formula {
  /// Returns a text with its formulas as Unicode; those that Unicode can't say are as written, and so are other dollars.
  ///
  /// By pandoc's rule a dollar that opens a formula has no blank behind it, and the next one no blank before it and no
  /// digit behind it. Here no letter or digit touches a formula from outside, and nothing in it is a word.
  static func shown(in text: String) -> String {
    var shown = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "$") {
      shown += rest[..<open]
      rest = rest[open...]
      let mark = rest.hasPrefix("$$") ? "$$" : "$"
      let inner = rest.dropFirst(mark.count)
      if let close = inner.firstRange(of: mark), !isWord(shown.last),
        !isWord(inner[close.upperBound...].first),
        let source = source(inner[..<close.lowerBound], isAlone: mark == "$$")
      {
        shown += unicode(source) ?? String(rest[..<close.upperBound])
        rest = inner[close.upperBound...]
      } else {
        shown += mark
        rest = inner
      }
    }
    return shown + rest
  }

  private static func isWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// Returns what dollars enclose; nil if it is no formula.
  private static func source(_ inner: Substring, isAlone: Bool) -> Substring? {
    let source = String(inner).trimmingBlanks()
    return source.isEmpty || !isAlone && source != inner ? nil : source[...]
  }

  /// Returns a formula in Unicode; nil if that can't say it exactly.
  private static func unicode(_ source: Substring) -> String? {
    var (rest, result, letters) = (source, "", 0)
    while let next = rest.first {
      letters = next.isLetter ? letters + 1 : 0
      guard letters < 3 else { return nil }
      if next == "^" || next == "_" {
        rest.removeFirst()
        guard let script = argument(&rest).flatMap({ exactScript($0, isRaised: next == "^") })
        else { return nil }
        result += script
      } else {
        guard let atom = atom(&rest) else { return nil }
        result += atom
      }
    }
    return result
  }

  /// Reads what is raised or lowered: a group, or one character or command.
  private static func argument(_ rest: inout Substring) -> String? {
    guard rest.first == "{" else { return atom(&rest) }
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let inner = rest[..<end].dropFirst()
    rest = rest[end...].dropFirst()
    return inner.isEmpty ? nil : unicode(inner)
  }

  private static func atom(_ rest: inout Substring) -> String? {
    switch rest.popFirst() {
    case "\\"?:
      var name = rest.prefix { $0.isASCII && $0.isLetter }
      if name == "mathbb" { name = rest.prefix(name.count + 3) }
      rest = rest.dropFirst(name.count)
      return symbols[name]
    case "-"?: return "−"
    case "'"?: return "′"
    case let character?: return #"{}^_$&#%~"#.contains(character) ? nil : String(character)
    case nil: return nil
    }
  }

  private static let symbols: [Substring: String] = {
    let functions = "arg cos deg det dim exp gcd inf ker lim ln log max min sin sup tan"
    let words =
      pairs.split { $0.isWhitespace } + functions.split(separator: " ").flatMap { [$0, $0] }
    let indices = stride(from: 0, to: words.count, by: 2)
    return Dictionary(uniqueKeysWithValues: indices.map { (words[$0], String(words[$0 + 1])) })
  }()

  private static let pairs = #"""
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ
    mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
    omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    times × cdot ⋅ pm ± mp ∓ div ÷ circ ∘ oplus ⊕ otimes ⊗ setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬
    le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ propto ∝ perp ⊥ parallel ∥ mid ∣
    in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃
    to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ iff ⟺
    mapsto ↦ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ infty ∞ ell ℓ hbar ℏ Re ℜ Im ℑ angle ∠ prime ′
    langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ldots … dots … cdots ⋯
    mathbb{C} ℂ mathbb{N} ℕ mathbb{P} ℙ mathbb{Q} ℚ mathbb{R} ℝ mathbb{Z} ℤ
    """#
}

extension MarkdownNode {
  /// The text of a leaf with its formulas as Unicode; as it is if Markdown has read anything in it, such as `\,` of TeX.
  var textWithFormulas: String {
    let text = literal
    guard text.utf8.contains(UInt8(ascii: "$")), isAsWritten(text) else { return text }
    return Formula.shown(in: text)
  }

  /// The formula on lines of its own between `$$` and `$$` that is all of a paragraph; nil if there is none.
  var formula: String? {
    var lines = ""
    for child in children {
      let text = child.kind == .softBreak ? "\n" : child.literal
      guard lines.isEmpty ? text == "$$" : child.kind == .softBreak || child.isAsWritten(text)
      else { return nil }
      lines += text
    }
    guard lines.hasSuffix("\n$$") else { return nil }
    let shown = Formula.shown(in: lines)
    return shown == lines ? nil : shown
  }

  private func isAsWritten(_ text: String) -> Bool {
    let columns = cmark_node_get_end_column(pointer) - cmark_node_get_start_column(pointer) + 1
    return kind == .text && Int(columns) == text.utf8.count
  }
}
