import Testing

@testable import MarblesScript

@Suite("Syntax errors") struct SyntaxErrorTests {
  @Test("a misspelled statement is reported with the nearest one")
  func aMisspelledStatementIsReportedWithTheNearestOne() {
    expectErrors(
      """
      titel "a"
      ^~~~~ 'titel' does not begin a statement | did you mean 'title'?
      lte a = 1
      ^~~ 'lte' does not begin a statement | did you mean 'let'?
      dialekt rxjs
      ^~~~~~~ 'dialekt' does not begin a statement | did you mean 'dialect'?
      expct a: "--
      ^~~~~ 'expct' does not begin a statement | did you mean 'expect'?
      wonderful 3
      ^~~~~~~~~ 'wonderful' does not begin a statement
      let b = ?
              ^ expected an expression, found '?'
      """)
  }

  @Test("an incomplete statement is reported with what is missing")
  func anIncompleteStatementIsReportedWithWhatIsMissing() {
    expectErrors(
      """
      title share
            ^~~~~ expected the title, in quotes, found 'share'
      title
           ^ expected the title, in quotes, found the end of the line
      frame
           ^ expected a duration, found the end of the line
      dialect // which?
             ^ expected combine, rxswift or rxjs, found the end of the line
      grammar 3
              ^ expected rxjs, rxjs6, rxpy or asyncalgorithms, found '3'
      build "debug"
            ^~~~~~~ expected debug or release, found a string
      until
           ^ expected a time, found the end of the line
      where
           ^ expected a character and its value, found the end of the line
      expect
            ^ expected a row or a condition, found the end of the line
      at { a }
         ^ expected a time, found '{'
      at 3 on { a }
              ^ expected the name of a lane, found '{'
      at 3
          ^ expected '{', found the end of the line
      thread { a }
             ^ expected the name of the thread, found '{'
      let a
           ^ expected '=' and a value, found the end of the line
      let = 3
          ^ expected a name, found '='
      let b =
             ^ expected an expression, found the end of the file
      """)
  }

  @Test("errors of several elements of a list are all reported")
  func errorsOfSeveralElementsOfAListAreAllReported() {
    expectErrors(
      """
      let a = f(1,, x: 2 3, y: )
                  ^ expected an expression, found ','
                         ^ expected ',' or the closing bracket, found '3'
                               ^ expected an expression, found ')'
      let b = [1 2, *, 4]
                 ^ expected ',' or the closing bracket, found '2'
      let c = f { x y; z w }
                    ^ unexpected 'y' | write each statement on a line of its own
                         ^ unexpected 'w' | write each statement on a line of its own
      """)
  }

  @Test("an unclosed bracket ends before the next statement")
  func anUnclosedBracketEndsBeforeTheNextStatement() {
    expectErrors(
      """
      let a = f(1,
               ^ '(' is not closed | close it with ')'
      let b = [1, 2
              ^ '[' is not closed | close it with ']'
      title "t"
      let c = f {
                ^ '{' is not closed | close it with '}'
        g(h,
         ^ '(' is not closed | close it with ')'
      c: --a|
      at 3 { a(
              ^ '(' is not closed | close it with ')'
      }
      let d = (1 +
              ^ '(' is not closed | close it with ')'
                  ^ expected an expression, found the end of the line
      expect c == 1
      """)
  }

  @Test("a label at the margin is not a row")
  func aLabelAtTheMarginIsNotARow() {
    #expect(parse("let a = f(\nx: 1,\ny: -2\n)") == "let a = (f x:1 y:-2)")
    #expect(parse("at 0 {\nlet a = 1\na.send(2)\n}") == "at 0 on - {let a = 1; (a.send 2)}")
  }

  @Test("wrong and surplus closing brackets are reported")
  func wrongAndSurplusClosingBracketsAreReported() {
    expectErrors(
      """
      let a = (b]
                ^ '(' is closed by ']' | write ')'
      let c = f(d])
                 ^ ']' does not close a bracket
      let e = f(g)))
                  ^ ')' does not close a bracket
      }
      ^ '}' does not close a bracket
      at 3 { f(a }
              ^ '(' is not closed | close it with ')'
      at 4 { a ) b }
               ^ ')' does not close a bracket
      """)
  }

  @Test("a brace that another bracket closes is one error")
  func aBraceThatAnotherBracketClosesIsOneError() {
    expectErrors(
      """
      let a = b.map { c )
                        ^ '{' is closed by ')' | write '}'
      at 3 {
        let d = e.map { f ]
                          ^ '{' is closed by ']' | write '}'
        g.send(1)
      }
      at 4 {
        h.send(2))
                 ^ ')' does not close a bracket
      }
      c: 1
      """)
  }

  @Test("an unclosed string ends with its line")
  func anUnclosedStringEndsWithItsLine() {
    expectErrors(
      #"""
      let a = f("abc).g(1)
                ^~~~~~~~~~ this string is not closed on its line | close it with '"'
      let b = "\(c"
              ^~~~~ this string is not closed on its line | close it with '"'
      at 3 { a.send("x) }
                    ^~~~~ this string is not closed on its line | close it with '"'
      let d = [ "e
                ^~ this string is not closed on its line | close it with '"'
      let f = ,
              ^ expected an expression, found ','
      """#)
  }

  @Test("a protocol without a body hides no statement")
  func aProtocolWithoutABodyHidesNoStatement() {
    expectErrors(
      """
      protocol Named
                    ^ expected '{', found the end of the line
      let a = b { }
      let c = ,
              ^ expected an expression, found ','
      """)
  }

  @Test("an unclosed string of several lines is one error")
  func anUnclosedStringOfSeveralLinesIsOneError() {
    expectErrors(
      #"""
      let a = """
              ^~~ this string is not closed | close it with '"""' in a line of its own
        text of (the string
      b.c: d
      """#)
  }

  @Test("a row without a colon, or inside a block, is reported")
  func aRowWithoutAColonOrInsideABlockIsReported() {
    expectErrors(
      """
      first  --a-|
           ^ a colon is missing between 'first' and its marbles | write 'first: …'
      expect second ^-!
                   ^ a colon is missing between 'second' and its marbles | write 'second: …'
      "view A": --a
      ^~~~~~~~ a row begins with a name, not with a string
      1: --a
      ^ a row begins with a name, not with a number
      at 3 {
        first: --a"
        ^~~~~ a row is not allowed inside a block | move it after the block
        expect b: "
        ^~~~~~ 'expect' is not allowed inside a block | move it after the block
        title "x"
        ^~~~~ 'title' is not allowed inside a block | move it after the block
        x y
          ^ unexpected 'y' | write each statement on a line of its own
      }
      """)
  }

  @Test("wrong keys of 'where' are reported")
  func wrongKeysOfWhereAreReported() {
    expectErrors(
      """
      where ab = 1, c 2, d = , e, f: 3
            ^~ 'ab' has more than one character | a key is the character of one marble
                    ^ 'c' has no value | write '= …' after it
                             ^ expected an expression, found ','
                               ^ 'e' has no value | write '= …' after it
                                  ^ 'f' has no value | write '= …' after it
      """)
  }

  @Test("statements of Swift that a script does not have are reported with what to write")
  func statementsOfSwiftThatAScriptDoesNotHaveAreReportedWithWhatToWrite() {
    expectErrors(
      """
      repeat { a }
                  ^ expected 'while', found the end of the line
      let if = 3
          ^~ 'if' is a reserved word | write `if` in backticks, or choose another name
      else { a }
      ^~~~ 'else' is not part of the script language | it belongs to an 'if' that ends before it
      """)
  }

  @Test("incomplete branches and loops are reported with what is missing")
  func incompleteBranchesAndLoopsAreReportedWithWhatIsMissing() {
    expectErrors(
      """
      if a b
           ^ expected '{', found 'b'
      if a { } else b
                    ^ expected '{', found 'b'
      guard a { }
              ^ expected 'else', found '{'
      for x { }
            ^ expected 'in', found '{'
      for in a { }
          ^~ 'in' is a reserved word | write `in` in backticks, or choose another name
      switch a { b: c
                 ^ expected 'case' or 'default', found 'b'
        case .d e
                ^ expected ':', found 'e'
        default: f
      }
      """)
  }

  @Test("an error does not hide an error of another line")
  func anErrorDoesNotHideAnErrorOfAnotherLine() {
    let wrong = [
      "let a = f(", "title", "let b = \"x", "let c = ]", "at 3 { x y }", "let d = 1 +",
      "first --a", "where ab = 1", "frame 10min", "let e = a < b < c", "dialect 3",
    ]
    for first in wrong {
      for second in wrong {
        let count = mistakes(in: first) + mistakes(in: second)
        #expect(mistakes(in: first + "\n" + second) == count, "\(first) ⏎ \(second)")
      }
    }
  }

  private func mistakes(in text: String) -> Int {
    Script.parse(SourceText(name: "script.txt", text: text)).diagnostics.count
  }
}
