-- placeholder removed when the first script lands
return 1
