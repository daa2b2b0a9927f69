import Testing

@testable import MarblesScript

@Suite("Mistakes of syntax") struct MistakeTests {
  @Test("a misspelt statement gets the nearest one")
  func misspelt() {
    expectMistakes(
      """
      titel "a"
      ^~~~~ no statement begins with 'titel' | did you mean 'title'?
      lte a = 1
      ^~~ no statement begins with 'lte' | did you mean 'let'?
      dialekt rxjs
      ^~~~~~~ no statement begins with 'dialekt' | did you mean 'dialect'?
      expct a: "--
      ^~~~~ no statement begins with 'expct' | did you mean 'expect'?
      wonderful 3
      ^~~~~~~~~ no statement begins with 'wonderful'
      let b = ?
              ^ expected an expression, found '?'
      """)
  }

  @Test("a statement that lacks its second half says what it wants")
  func incomplete() {
    expectMistakes(
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

  @Test("every element of a list is judged on its own")
  func lists() {
    expectMistakes(
      """
      let a = f(1,, x: 2 3, y: )
                  ^ expected an expression, found ','
                         ^ expected ',' or the closing bracket, found '3'
                               ^ expected an expression, found ')'
      let b = [1 2, *, 4]
                 ^ expected ',' or the closing bracket, found '2'
      let c = f { x y; z w }
                    ^ unexpected 'y' | a statement ends with its line
                         ^ unexpected 'w' | a statement ends with its line
      """)
  }

  @Test("a bracket that is never closed does not swallow the statements below")
  func unclosed() {
    expectMistakes(
      """
      let a = f(1,
               ^ '(' is never closed | close it with ')'
      let b = [1, 2
              ^ '[' is never closed | close it with ']'
      title "t"
      let c = f {
                ^ '{' is never closed | close it with '}'
        g(h,
         ^ '(' is never closed | close it with ')'
      c: --a|
      at 3 { a(
              ^ '(' is never closed | close it with ')'
      }
      let d = (1 +
              ^ '(' is never closed | close it with ')'
                  ^ expected an expression, found the end of the line
      expect c == 1
      """)
  }

  @Test("a label at the margin is no row")
  func labelsAtMargin() {
    #expect(parse("let a = f(\nx: 1,\ny: -2\n)") == "let a = (f x:1 y:-2)")
    #expect(parse("at 0 {\nlet a = 1\na.send(2)\n}") == "at 0 on - {let a = 1; (a.send 2)}")
  }

  @Test("closing brackets that are wrong or too many")
  func wrongClosing() {
    expectMistakes(
      """
      let a = (b]
                ^ '(' is closed by ']' | write ')'
      let c = f(d])
                 ^ ']' closes nothing
      let e = f(g)))
                  ^ ')' closes nothing
      }
      ^ '}' closes nothing
      at 3 { f(a }
              ^ '(' is never closed | close it with ')'
      at 4 { a ) b }
               ^ ')' closes nothing
      """)
  }

  @Test("a string that is not closed costs its line only")
  func unclosedStrings() {
    expectMistakes(
      #"""
      let a = f("abc).g(1)
                ^~~~~~~~~~ this string is not closed before its line ends | close it with '"'
      let b = "\(c"
              ^~~~~ this string is not closed before its line ends | close it with '"'
      at 3 { a.send("x) }
                    ^~~~~ this string is not closed before its line ends | close it with '"'
      let d = [ "e
                ^~ this string is not closed before its line ends | close it with '"'
      let f = ,
              ^ expected an expression, found ','
      """#)
  }

  @Test("a row without its colon, or in the wrong place")
  func rows() {
    expectMistakes(
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
        ^~~~~ a row cannot stand inside a block | move it behind the block
        expect b: "
        ^~~~~~ 'expect' cannot stand inside a block | move it behind the block
        title "x"
        ^~~~~ 'title' cannot stand inside a block | move it behind the block
        x y
          ^ unexpected 'y' | a statement ends with its line
      }
      """)
  }

  @Test("keys of 'where'")
  func keys() {
    expectMistakes(
      """
      where ab = 1, c 2, d = , e, f: 3
            ^~ 'ab' is more than one character | a key stands for one marble
                    ^ 'c' has no value | write '= …' behind it
                             ^ expected an expression, found ','
                               ^ 'e' has no value | write '= …' behind it
                                  ^ 'f' has no value | write '= …' behind it
      """)
  }

  @Test("what Swift has and the language has not")
  func foreign() {
    expectMistakes(
      """
      func load(_ label: String) -> Int {
      ^~~~ 'func' is not part of the script language | give a closure a name: 'let NAME = { … }'
        return nonsense nonsense
      }
      final class Store: Base { let a = 1 }
            ^~~~~ 'class' is not part of the script language
      enum E: Error { case boom }
      ^~~~ 'enum' is not part of the script language
      while true { a }
      ^~~~~ 'while' is not part of the script language | write 'for x in …'
      var title: Driver<String> { count.asDriver() }
                                ^ a computed property is not part of the script language | write '= …' instead of the braces
      let if = 3
          ^~ 'if' cannot be a name | write `if` in backticks, or choose another
      else { a }
      ^~~~ 'else' is not part of the script language | it belongs to an 'if' that ends before it
      """)
  }

  @Test("branches and loops that lack a part")
  func controlFlow() {
    expectMistakes(
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
          ^~ 'in' cannot be a name | write `in` in backticks, or choose another
      switch a { b: c
                 ^ expected 'case' or 'default', found 'b'
        case .d e
                ^ expected ':', found 'e'
        default: f
      }
      """)
  }

  @Test("a mistake never hides one in another line")
  func independence() {
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
