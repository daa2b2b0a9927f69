/// The style of the page around the picture; the picture has its own style.
enum HTMLStyle {
  static let text = """
    :root{--bg:#FFFFFF;--ink:#17212B;--muted:#4A5561;--line:#B4BFCA;--soft:#F3F6F9;\
    --control:#5546CF;--hit:#B0660A}
    [data-theme=dark]{\(dark)}
    @media (prefers-color-scheme:dark){:root:not([data-theme]){\(dark)}}
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    body{margin:0;background:var(--bg);color:var(--ink);\
    font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif}
    main{max-width:1680px;margin:0 auto;padding:0 24px}
    h2{font-size:17px;margin:24px 0 8px}
    h3{font:600 13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
    margin:0;color:var(--muted)}
    .controls{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:8px 12px;\
    align-items:center;padding:12px 0;background:var(--bg);border-bottom:1px solid var(--line)}
    .controls button,.controls input,.controls select{font:inherit;color:inherit;\
    background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:4px 10px;\
    min-height:34px}
    .controls button{min-width:40px;cursor:pointer}
    .controls #size{min-height:0;padding:0;vertical-align:-1px}
    #search{width:9em}
    .controls button:disabled{opacity:.45;cursor:default}
    #slider{flex:1 1 200px;accent-color:var(--control);padding:0}
    #now{min-width:9em;font-variant-numeric:tabular-nums}
    #found{display:inline-block;min-width:6em;color:var(--muted)}
    .controls label{color:var(--muted)}
    .keys{flex-basis:100%;margin:0;color:var(--muted);font-size:13px}
    .prose{margin:2px 0 4px}
    @media (max-width:1150px){.controls{gap:8px}#slider{flex-basis:50px;min-width:50px}\
    #now{min-width:8em}#found{min-width:0}#search{width:6em}}
    @media (max-width:800px){main{padding:0 12px}
    .controls{flex-wrap:nowrap;gap:6px;padding:8px 0}
    .controls .keys,.controls label span,.controls .optional{display:none}
    .controls button,.controls input,.controls select{padding:4px 6px}
    .controls button{min-width:34px}
    #slider{flex:1 1 60px;min-width:50px}
    #now{min-width:5em;font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    #search{width:5.5em}}
    kbd{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
    border:1px solid var(--line);border-radius:4px;padding:0 5px;background:var(--soft)}
    :focus-visible{outline:2px solid var(--control);outline-offset:2px}
    .picture{margin:16px 0;overflow-x:auto;border-radius:8px}
    .picture svg{display:block;max-width:100%;height:auto}
    .full .picture svg{max-width:none}
    .picture [data-glyph],.picture [data-strip]{cursor:pointer}
    .picture .veil{fill:var(--bg);fill-opacity:.8;visibility:hidden;pointer-events:none}
    .picture.stepping .veil{visibility:visible}
    .overlay rect{fill:none;stroke:var(--control);stroke-width:1.5;pointer-events:none}
    .overlay .instant{stroke-width:1.25}
    .overlay .event{stroke-width:2.5}
    .overlay .cause{stroke-width:2;stroke-dasharray:5 4}
    .overlay .hit{stroke:var(--hit);stroke-width:2}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
    white-space:nowrap}
    #instants{list-style:none;margin:0;padding:0;display:grid;gap:12px}
    #instants ul,section>ul{margin:0;padding-left:20px}
    #instants ul li{overflow-wrap:anywhere;padding:1px 6px;border-radius:4px;cursor:pointer}
    #instants li.hit{background:var(--soft);box-shadow:inset 3px 0 var(--hit)}
    #instants li.event{background:var(--soft);box-shadow:inset 3px 0 var(--control)}
    .why{color:var(--muted)}
    [data-panel]::before{content:attr(data-panel)": ";color:var(--muted)}
    main{padding-bottom:48px}
    @media print{.controls{display:none}}
    """

  private static let dark = """
    --bg:#0E141B;--ink:#E9EFF5;--muted:#9BA9B7;--line:#4A5764;--soft:#151D26;--control:#AFA3FF;\
    --hit:#EC9A3C
    """
}
